const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
const rows = (count: number): string => counted(count, "row", "rows");

/** What every import says. */
export const importTexts = {
  choose: "Choose a file",
  drop: "or drop it here: Excel (.xlsx) or CSV, up to 20,000 rows",
  reading: "Reading the file …",
  another: "Choose another file",
  template: "Download template",
  rowsRead: rows,
  columns: "Columns",
  allMapped: "The columns were recognized.",
  someMapped: "These columns are read. Choose another one where a column is called otherwise.",
  changeColumns: "Change columns",
  inSheet: (header: string) => `${header}: column of the sheet`,
  notInSheet: "Not in the sheet",
  unnamed: (at: number) => `Column ${at + 1} (without a name)`,
  ignored: (headers: readonly string[]) => `Not read: ${headers.join(", ")}`,
  needed: (headers: readonly string[]) =>
    `Choose ${headers.length === 1 ? "a column" : "columns"} for ${headers.join(", ")}.`,
  preview: "Preview",
  checking: (done: number, of: number) => `Checked ${done.toLocaleString("en-US")} of ${rows(of)}`,
  checkFailed: "The rows could not be checked.",
  row: "Row",
  rowNumber: (row: string) => `Row ${row}`,
  result: "Result",
  all: "All",
  outcomes: { create: "New", update: "Update", unchanged: "No change", error: "Error" },
  noneShown: "There are no such rows.",
  hiddenValue: "••••••",
  empty: "empty",
  sending: (done: number, of: number) => `Sent ${done.toLocaleString("en-US")} of ${rows(of)}`,
  cancel: "Cancel",
  canceling: "Finishing the rows that are being saved …",
  canceled: (done: number, of: number) =>
    `Canceled after ${done.toLocaleString("en-US")} of ${rows(of)}. What was saved stays until you undo it.`,
  stopped: (done: number, of: number) =>
    `Stopped after ${done.toLocaleString("en-US")} of ${rows(of)}. What was saved stays until you undo it.`,
  resume: "Continue",
  done: (done: number) => `${rows(done)} processed`,
  counts: { created: "Created", updated: "Updated", unchanged: "Unchanged", failed: "Failed" },
  failedRows: "Download failed rows",
  reason: "Reason",
  reasonOf: (header: string, message: string) => `${header}: ${message}`,
  more: (count: number) =>
    `${counted(count, "more row", "more rows")} with errors. Download the failed rows to see them.`,
} as const;
