/** Texts of an embedded dashboard; the names of its numbers and charts come from the server. */
export const embeddedTexts = {
  failed: "This dashboard could not be loaded.",
  open: "Open Analytics",
  chart: "Chart",
  table: "Table",
  nothing: "Nothing to show yet",
  none: "–",
} as const;
