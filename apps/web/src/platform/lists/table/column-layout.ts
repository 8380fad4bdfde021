import type { TableColumn } from "../columns/table-columns.ts";

/** What the layout knows of a column, in pixels. */
export interface SizedColumn {
  readonly kind: TableColumn["kind"];
  readonly least: number;
  /** What its rows take. */
  readonly content: number;
  readonly identifies?: true;
  readonly staysInView?: true;
}

/** Where there is room to spare, names have it. */
const GROWING: readonly TableColumn["kind"][] = ["text", "group"];

/** Where room is short, every column gives up the same share of what it has beyond its least width. */
const shrink = (columns: readonly SizedColumn[], room: number): number[] => {
  const least = columns.reduce((sum, column) => sum + column.least, 0);
  const wanted = columns.reduce((sum, { least, content }) => sum + Math.max(least, content), 0);
  const share = wanted > least ? Math.min(1, Math.max(0, (room - least) / (wanted - least))) : 0;
  return columns.map((column) =>
    Math.floor(column.least + share * Math.max(0, column.content - column.least)),
  );
};

const grow = (columns: readonly SizedColumn[], widths: readonly number[], spare: number): number[] => {
  const names = widths.map((width, at) => (GROWING.includes(columns[at]?.kind ?? "display") ? width : 0));
  const sum = names.reduce((total, width) => total + width, 0);
  const isLast = (at: number) => at === widths.length - 1;
  const grown = widths.map((width, at) =>
    Math.floor(width + (sum > 0 ? (spare * (names[at] ?? 0)) / sum : isLast(at) ? spare : 0)),
  );
  return grown;
};

/** The width of each column in so much room; where even the least widths do not fit, the table scrolls sideways. */
export const widthsIn = (columns: readonly SizedColumn[], room: number): number[] => {
  const widths = shrink(columns, room);
  const spare = room - widths.reduce((sum, width) => sum + width, 0);
  return spare > 0 ? grow(columns, widths, spare) : widths;
};

/** Where a pinned column stops, from the left and from the right edge of the frame. */
export interface Pin {
  readonly left: number;
  readonly right: number;
}

/** What scrolls keeps at least this share of the frame. */
const SCROLLING_SHARE = 0.3;

/**
 * The first column stays in view, and so do the one that tells which record a row is and those that say so themselves,
 * at whichever edge they would leave it. In a narrow frame the first column goes with the others, then the second.
 */
export const pinsIn = (
  columns: readonly SizedColumn[],
  widths: readonly number[],
  frame: { readonly width: number; readonly before: number; readonly after: number },
): (Pin | undefined)[] => {
  const stays = (column: SizedColumn | undefined) => column?.staysInView === true;
  const pinned = new Set(
    columns.flatMap((column, at) => (at === 0 || column.identifies || stays(column) ? [at] : [])),
  );
  const sumOf = (chosen: readonly number[]) => chosen.reduce((sum, at) => sum + (widths[at] ?? 0), 0);
  const scrolling = () => frame.width - frame.before - frame.after - sumOf([...pinned]);
  const optional = [...pinned]
    .filter((at) => !stays(columns[at]))
    .sort(
      (one, other) => Number(columns[one]?.identifies ?? false) - Number(columns[other]?.identifies ?? false),
    );
  for (const at of optional) if (scrolling() < frame.width * SCROLLING_SHARE) pinned.delete(at);
  return columns.map((_, at) =>
    pinned.has(at)
      ? {
          left: frame.before + sumOf([...pinned].filter((other) => other < at)),
          right: frame.after + sumOf([...pinned].filter((other) => other > at)),
        }
      : undefined,
  );
};
