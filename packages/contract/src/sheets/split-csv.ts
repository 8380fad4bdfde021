import { sheetMessages as says } from "./sheet.messages.ts";
import { SHEET_LIMITS as limits, refuse } from "./sheet.ts";

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = ['"', "\n", "\r"].map((sign) => sign.charCodeAt(0));

/** Where the quotation mark that closes a cell is; two of them are one inside it. */
const endOfQuoted = (text: string, from: number, rowEnd: number): number | undefined => {
  for (let at = text.indexOf('"', from); at >= 0 && at < rowEnd; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return undefined;
};

/**
 * The cells of each row of a CSV file, blank rows included. Rows, cells and characters are counted while they are split,
 * so that a file costs no more than the largest one that can be used; refuses with a sentence for the user.
 */
export function* splitCsv(text: string, delimiter: string): Generator<string[]> {
  const separator = delimiter.charCodeAt(0);
  const endOfPlain = (from: number, rowEnd: number): number => {
    for (let at = from; at < rowEnd; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === separator || sign === LINE_FEED || sign === CARRIAGE_RETURN) return at;
    }
    return rowEnd;
  };
  let at = 0;
  for (let row = 1; at < text.length; row += 1) {
    if (row > limits.rowsWithBlanks) refuse(says.tooManyBlankRows);
    const longest = at + limits.rowCharacters + 1;
    const rowEnd = Math.min(text.length, longest);
    const refuseRow = () => refuse(rowEnd === longest ? says.rowTooLong(row) : says.openQuote(row));
    const cells: string[] = [];
    for (let isMore = true; isMore; ) {
      if (cells.length === limits.columns) refuse(says.tooManyColumns);
      let quoted = "";
      if (text.charCodeAt(at) === QUOTE) {
        const close = endOfQuoted(text, at + 1, rowEnd) ?? refuseRow();
        quoted = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      }
      const end = endOfPlain(at, rowEnd);
      if (end === longest) refuseRow();
      cells.push(quoted + text.slice(at, end));
      isMore = text.charCodeAt(end) === separator;
      at = isMore ? end + 1 : end;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    yield cells;
  }
}
