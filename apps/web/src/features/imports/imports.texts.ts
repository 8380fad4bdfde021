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
  someFail: "Rows with errors are not saved. You can correct them here afterwards and import them again.",
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
  correct: "Correct failed rows",
  correctHint: "Correct the cells and import the rows again. Rows that are fine are not sent again.",
  uploads: "Upload Sites",
  backToUploads: "Return to uploads",
  rowName: (row: number | null, name: string) =>
    [row === null ? "" : `Row ${row.toLocaleString("en-US")}`, name].filter(Boolean).join(": "),
  allFields: "Show all fields",
  passwordHint: "Passwords are not kept. A new shop user needs one.",
  importAgain: (count: number) => `Import ${counted(count)} again`,
  corrected: (saved: number, failed: number) => {
    if (failed === 0) return `${counted(saved)} imported.`;
    const still = `${counted(failed)} still ${failed === 1 ? "has" : "have"} errors.`;
    return saved === 0 ? still : `${counted(saved)} imported. ${still}`;
  },
  correctFailed: "The rows could not be imported.",
  allImported: "Every row of this upload is imported.",
  seeSites: "See the sites",
  importUndone: "This import was undone, with all of its rows.",
  importFailed: "The upload could not be loaded.",
  failedPages: "Pages of failed rows",
  failedRowsFailed: "The failed rows could not be loaded.",
} as const;
