/** What a sheet holds under its header. */
export const WORKSHEET_ROWS = 1_048_575;
/** What one cell of a spreadsheet holds at most. */
const CELL_MAX = 32_767;
const CUT = "…";
const UNKNOWN = "\uFFFD";

/** Everything that XML has no room for: control characters, the last two of the plane, halves of a pair. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Spreadsheets read `_x000D_` as the character of that number; its first line written so is only a line. */
const LIKE_AN_ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

const cut = (text: string): string =>
  text.length <= CELL_MAX ? text : text.slice(0, CELL_MAX - CUT.length) + CUT;

/** Any text as a cell can hold it: one odd character would make the whole file unreadable. */
export const cellText = (text: string): string =>
  // Cut first: a cut through a pair leaves a half, which is then no character.
  cut(text).replace(NOT_XML, UNKNOWN).replace(LIKE_AN_ESCAPE, "_x005F_");
