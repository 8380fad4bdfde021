import { MAX_VALUES } from "@mcc/contract/kit/list-schema.ts";
import { WORKSHEET_ROWS } from "@mcc/contract/sheets/cell-text.ts";

/** Texts of every table; some are fixed by the TABLE requirements. */
export const listTexts = {
  empty: "There is no information to show.",
  noColumns: "No columns are shown.",
  oneColumn: (label: string) => `Only ${label} is shown`,
  notAvailable: "N.A.",
  noExport: "No data to export",
  export: "Export",
  sendMe: "Send me this…",
  reorganize: "Reorganize Columns",
  reorganizeHint:
    "Check the columns to show. Drag them into order, or press Alt with the up and down arrow keys.",
  columnShown: (label: string) => `${label} is shown.`,
  columnHidden: (label: string) => `${label} is hidden.`,
  columnPlace: (label: string, place: number, count: number) => `${label} is column ${place} of ${count}.`,
  toCompact: "Switch to compact rows",
  toComfortable: "Switch to comfortable rows",
  add: "Add",
  remove: "Remove",
  moveUp: "Move up",
  moveDown: "Move down",
  removeAll: "Remove all",
  close: "Close",
  start: "Start",
  end: "End",
  presets: "Ranges",
  dayFormat: "Days are typed as MM/DD/YY.",
  noSuchDay: "There is no such day. Type it as MM/DD/YY.",
  actions: "Actions",
  select: "Select",
  selectAll: "Select all",
  selected: (count: number) => `${count} selected`,
  selectedElsewhere: (count: number) => `${count} selected on other pages`,
  clearSelection: "Clear selection",
  skipToRows: "Skip to the rows",
  keys: "Keys",
  sheet: "Filter and sort",
  sortBy: "Sort by",
  filters: "Filters",
  any: "Any",
  showResults: (count: string) => `Show ${count}`,
  restoreColumns: "Restore standard columns",
  copyLink: "Copy link with these columns",
  linkCopied: "The link was copied.",
  linkNotCopied: "The link could not be copied. The browser does not let this page.",
  linkedColumns: "Columns of the link",
  showAllColumns: "Show all columns",
  ownColumns: "Show your own columns",
  noneShown: "No columns are shown.",
  noneHidden: "All columns are shown.",
  shown: "Shown",
  hidden: "Hidden",
  unknownFilter: (label: string, value: string) =>
    `The filter ${label}: ${value} is not known and was left out.`,
  sum: (amount: string) => `Total ${amount}`,
  sumAtLeast: (amount: string) => `Total at least ${amount}`,
  below: "Below",
  between: "Between",
  amounts: "Amounts",
  atLeast: "At least",
  atMost: "At most",
  noSuchAmount: "Type an amount such as 1204.50.",
  yes: "Yes",
  no: "No",
  values: (count: number) => `${count} values`,
  contains: (part: string) => `Contains “${part}”`,
  mostValues: `You can choose up to ${MAX_VALUES}.`,
  typeForMore: "Type to find more.",
  group: "Organization group",
  sortedBy: "Sorted by",
  clearAll: "Clear all",
  clearAllFilters: "Clear all filters",
  clearFilter: "Clear filter",
  noMatch: "Nothing matches.",
  tryAgain: "Try again",
  showMore: (left: number) => `Show more (${left.toLocaleString("en-US")} left)`,
  exportStarted: "The export has started",
  exportPreparing: "Preparing …",
  exportDone: "The export is ready.",
  exportCanceled: "The export was canceled.",
  cancel: "Cancel",
} as const;

/** Default messages of a list: "There was an error fetching Sites". */
export const failureWords = (noun: string) => ({
  failed: `There was an error fetching ${noun}`,
  searchFailed: `There was an error fetching ${noun}`,
});
export const exportFailureWords = (noun: string) => `There was an error exporting ${noun}`;

/** The singular: "order", "custom policy". */
const singular = (noun: string): string => noun.replace(/ies$/, "y").replace(/s$/, "");

/** The number of rows: "1 order", "more than 10,000 orders". */
export const countWords = (
  noun: string,
  { count, count_is_capped }: { count: number; count_is_capped?: boolean } = { count: 0 },
): string => {
  const words = (count === 1 ? singular(noun) : noun).toLowerCase();
  return `${count_is_capped ? "more than " : ""}${count.toLocaleString("en-US")} ${words}`;
};

/** Says if the spreadsheet has several worksheets, so that no one misses the rest. */
export const exportDoneWords = (sheets: number): string =>
  sheets === 1
    ? listTexts.exportDone
    : `${listTexts.exportDone} A sheet holds ${WORKSHEET_ROWS.toLocaleString("en-US")} rows, so there are ${sheets} of them, with the total at the end of the last.`;
