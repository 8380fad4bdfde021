import type { TableColumn } from "../columns/table-columns.ts";

/** Widths belong to the kind of a column and not to what is in it: nothing moves when rows come or change. */
const WIDTHS: Readonly<Record<TableColumn["kind"], number>> = {
  text: 150,
  group: 150,
  choice: 155,
  date: 180,
  number: 92,
  money: 124,
  display: 165,
};
/** What a header needs beside its name, and a letter of it at the most. */
const HEAD = 66;
const LETTER = 7;
/** Where there is room to spare, names have it: they are of one width, so that it is shared evenly. */
const GROWING: readonly TableColumn["kind"][] = ["text", "group"];
/** On a phone, what the first column takes of the window at the most, and the one that names the record. */
const FIRST_SHARE = "29vw";
const IDENTITY_SHARE = "34vw";

/** What the layout reads of a column: `identifies` marks the one that tells which record a row is. */
export interface SizedColumn extends TableColumn {
  readonly width?: number;
  readonly identifies?: true;
}

/** In pixels, on the screen; a spreadsheet has the same in letters. */
export const widthOf = ({ kind, label, width }: Pick<SizedColumn, "kind" | "label" | "width">): number =>
  Math.max(width ?? WIDTHS[kind], HEAD + LETTER * label.length);

/**
 * The first column stays in view, and so does the one that tells which record a row is: at whichever edge it would go
 * out of it. On a phone there is room for that one alone.
 */
export type Pin = "first" | "identity" | "only";

export interface PlacedColumn extends TableColumn {
  readonly pin: Pin | undefined;
  /** As CSS has it; without one, a column takes what is left. */
  readonly width: string | undefined;
}

const pinOf = (shown: readonly SizedColumn[], at: number): Pin | undefined => {
  const identity = shown.findIndex(({ identifies }) => identifies);
  if (at === 0) return identity > 0 ? "first" : "only";
  return at === identity ? "identity" : undefined;
};

/** A finger needs more room in a header than a mouse does. */
const lengthOf = (width: number, pin: Pin | undefined): string => {
  const length = `${width}px + var(--touch)`;
  if (!pin) return `calc(${length})`;
  return `min(${length}, ${pin === "first" ? FIRST_SHARE : IDENTITY_SHARE})`;
};

/** Where the columns stand: `least` is the room they need, `beforeIdentity` what is pinned before that column. */
export const layoutOf = (
  shown: readonly SizedColumn[],
): { readonly placed: readonly PlacedColumn[]; readonly least: string; readonly beforeIdentity: string } => {
  const sized = shown.map((column, at) => ({
    ...column,
    pin: pinOf(shown, at),
    size: widthOf(column),
  }));
  const growing = sized.filter(
    ({ pin, kind, size }) => !pin && size === WIDTHS[kind] && GROWING.includes(kind),
  );
  const last = sized.findLast(({ pin }) => !pin) ?? sized.at(-1);
  const grows = growing.length > 0 ? growing : [last];
  const sum = sized.reduce((total, { size }) => total + size, 0);
  return {
    placed: sized.map(({ size, ...column }) => ({
      ...column,
      width: grows.some((one) => one?.id === column.id) ? undefined : lengthOf(size, column.pin),
    })),
    least: `${sum}px + ${sized.length} * var(--touch)`,
    beforeIdentity: sized[0]?.pin === "first" ? lengthOf(sized[0].size, "first") : "0px",
  };
};
