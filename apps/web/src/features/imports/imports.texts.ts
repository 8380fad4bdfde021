const counted = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;

/** What the pages of imports say; to the letter where the specification has it (2 sections 4, 5 and 8). */
export const uploadTexts = {
  file: "Spreadsheet",
  upsert: "Update if exists",
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
  userError: (name: string) => `User ${name} was not assigned, reason:`,
  rowError: (row: number) => `in row ${row.toLocaleString("en-US")}`,
  showErrors: "Show errors",
  undo: "Undo import",
  undoTitle: "Undo import",
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
  importUndone: "This import was undone, with all of its rows.",
  importFailed: "The upload could not be loaded.",
  failedPages: "Pages of failed rows",
  failedRowsFailed: "The failed rows could not be loaded.",
} as const;

/** What differs by kind; that of sites to the letter of the specification. */
export const kindTexts = {
  sites: {
    records: "Sites",
    title: "Upload Sites",
    hint: "",
    templateFile: "sites_template.xlsx",
    failedFile: "sites_failed_rows.xlsx",
    upsertHint:
      "A site of the same name is updated. Empty cells change nothing; passwords are used for new shop users only.",
    saved: "Sites created succesfully",
    failed: "There has been an error while saving Sites. Please try again later",
    errorsTitle: "Site errors",
    rowError: (name: string, operation: string) => `Site ${name} was not ${operation}d, reason:`,
    undoQuestion: (file: string) =>
      `Sites that ${file} created are deleted, and sites that it updated get back what they were before.`,
    see: "See the sites",
  },
  budgets: {
    records: "Budgets",
    title: "Upload Budgets",
    hint: "Periods are Month, Quarter, Year or Custom with a first and a last day. Separate several sites, nodes, owners or percentages by semicolons. A row with a role asks that role for one more approval.",
    templateFile: "budgets_template.xlsx",
    failedFile: "budgets_failed_rows.xlsx",
    upsertHint: "A budget of the same name is updated. Empty cells change nothing.",
    saved: "Budgets saved",
    failed: "The budgets could not be saved.",
    errorsTitle: "Budget errors",
    rowError: (name: string, operation: string) => `Budget ${name} was not ${operation}d, reason:`,
    undoQuestion: (file: string) =>
      `Budgets that ${file} created are deleted, and budgets that it updated get back what they were before.`,
    see: "See the budgets",
  },
} as const;
