const counted = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** What the pages of imports say; to the letter where the specification has it (2 sections 4, 5 and 8). */
export const uploadTexts = {
  configuration: "Configuration",
  title: "Upload Sites",
  file: "Spreadsheet",
  templateFile: "sites_template.xlsx",
  failedFile: "sites_failed_rows.xlsx",
  worksheet: "Sites",
  upsert: "Update if exists",
  upsertHint:
    "A site of the same name is updated. Empty cells change nothing; passwords are used for new shop users only.",
  users: "Assign users",
  usersHint: "Optional: these users will see every site of the sheet.",
  chooseUsers: "Choose users",
  searchUsers: "Search users",
  user: "Name",
  username: "Username",
  role: "Role",
  noUsers: "No user matches.",
  assigned: (count: number) => `${count.toLocaleString("en-US")} selected`,
  uploadRows: (good: number, all: number) =>
    good === all ? `Upload ${counted(all)}` : `Upload ${good.toLocaleString("en-US")} of ${counted(all)}`,
  someFail:
    "Rows with errors are not saved. You can download them afterwards, correct them and upload them again.",
  noneGood: "There is no row that can be saved.",
  result: "Upload",
  saved: "Sites created succesfully",
  failed: "There has been an error while saving Sites. Please try again later",
  errorsTitle: "Site errors",
  siteError: (name: string, operation: string) => `Site ${name} was not ${operation}d, reason:`,
  userError: (name: string) => `User ${name} was not assigned, reason:`,
  rowError: (row: number) => `in row ${row.toLocaleString("en-US")}`,
  showErrors: "Show errors",
  undo: "Undo import",
  undoTitle: "Undo import",
  undoQuestion: (file: string) =>
    `Sites that ${file} created are deleted, and sites that it updated get back what they were before.`,
  undone: "The import was undone.",
  undoFailed: "The import could not be undone.",
  notUndoneTitle: "This import cannot be undone",
  past: "Past uploads",
  noun: "Uploads",
  undoneState: "Undone",
  savedState: "Saved",
  passwordsGone: "Passwords are not kept: fill them in again.",
  failedRowsFailed: "The failed rows could not be loaded.",
} as const;
