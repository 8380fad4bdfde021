import { EXPORT_DAYS } from "@mcc/contract/company-data/company-data.schema.ts";

const number = (value: number): string => value.toLocaleString("en-US");

/** "3 MB", in steps of a thousand as file managers count. */
export const sizeText = (bytes: number): string => {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
};

export const companyDataTexts = {
  title: "Company Data",
  hint: "A copy of everything your company has here: orders, approvals, budgets, users, audit, all other records and the files of the documents, with a manifest and checksums. Passwords, keys and other secrets are not in it.",
  noCopy: `It is one file in the tar format, with the records as JSON lines. It can be downloaded here for ${EXPORT_DAYS} days; a copied link ends when you sign out.`,
  start: "Export everything",
  again: "Export again",
  started: "The export has started.",
  startFailed: "There was an error starting the export",
  failed: "There was an error fetching the export",
  latest: "Latest export",
  none: "Nothing was exported yet.",
  running: "Export in progress",
  goesOn: "You can leave this page: the export goes on.",
  waiting: "The export begins shortly.",
  records: (done: number, total: number): string => `${number(done)} of ${number(total)} records`,
  documents: (done: number, total: number): string =>
    `Documents: ${number(done)} of ${number(total)} files looked up`,
  download: (size: number): string => `Download (${sizeText(size)})`,
  startedBy: "Started by",
  startedAt: "Started",
  available: "Available until",
  recordCount: "Records",
  documentCount: "Documents",
  missing: (count: number): string =>
    count === 1
      ? "The file of 1 document was missing in the storage."
      : `The files of ${number(count)} documents were missing in the storage.`,
  expired: "The latest export has expired.",
  exportFailed: "The latest export could not be completed. Please try again, or ask your provider.",
} as const;
