/** Texts of an embedded dashboard; the names of its numbers and charts come from the server. */
export const embeddedTexts = {
  failed: "This dashboard could not be loaded.",
  open: "Open Analytics",
  tryAgain: "Try again",
  chart: "Chart",
  table: "Table",
  nothing: "Nothing to show yet",
  nothingInMonths: "Nothing in the last 12 months",
  noValues: "nothing",
  yearBefore: "a year before",
  theYearBefore: "the year before",
  none: "–",
} as const;
