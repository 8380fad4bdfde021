import { isStorable } from "../kit/text.ts";
import { cellMessages, sheetMessages as says } from "./sheet.messages.ts";
import { refuse, SHEET_LIMITS, type Sheet, type SheetRow } from "./sheet.ts";

const isBlank = ({ cells, problems }: SheetRow): boolean => !problems && cells.every((cell) => cell === "");

const problemOf = (cell: string): string | undefined => {
  if (cell.length > SHEET_LIMITS.cell) return cellMessages.tooLong;
  return isStorable(cell) ? undefined : cellMessages.unstorable;
};

/** A text that cannot be sent is emptied, and its problem noted. */
const checked = (given: SheetRow): SheetRow => {
  const { row, cells, problems } = given;
  const found = cells.flatMap((cell, at) => {
    const problem = problemOf(cell);
    return problem ? [[at, problem] as const] : [];
  });
  if (found.length === 0) return given;
  const all = { ...Object.fromEntries(found), ...problems };
  const emptied = new Set(found.map(([at]) => at));
  return { row, cells: cells.map((cell, at) => (emptied.has(at) ? "" : cell)), problems: all };
};

const headersOf = (first: SheetRow): string[] => {
  const headers = [...first.cells];
  while (headers.at(-1) === "") headers.pop();
  const named = headers.filter(Boolean).map((header) => header.toLowerCase());
  const twice = headers.find(
    (header) => header && named.indexOf(header.toLowerCase()) !== named.lastIndexOf(header.toLowerCase()),
  );
  if (twice) refuse(says.headerTwice(twice));
  return headers;
};

interface Reading {
  /** Refuses headers before any of the rows is kept. */
  readonly checkHeaders?: (headers: readonly string[]) => void;
  /** How many rows are kept, and what is said of more. */
  readonly most?: number;
  readonly tooMany?: string;
  /** Called before every row, blank ones included; may wait, so that others have their turn. */
  readonly pause?: () => Promise<void> | undefined;
}

/** The first row that is not empty has the headers. Refuses with a sentence for the user. */
export const sheetOf = async (
  given: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  { checkHeaders, most = SHEET_LIMITS.rows, tooMany = says.tooManyRows, pause }: Reading = {},
): Promise<Sheet> => {
  let headers: string[] | undefined;
  const rows: SheetRow[] = [];
  for await (const row of given) {
    await pause?.();
    if (isBlank(row)) continue;
    if (!headers) {
      headers = headersOf(row);
      checkHeaders?.(headers);
      continue;
    }
    if (rows.length === most) refuse(tooMany);
    rows.push(checked(row));
  }
  if (!headers || rows.length === 0) return refuse(says.noRows);
  return { headers, rows };
};
