import type { TableColumn } from "../../columns/table-columns.ts";

/** The sizes of a column, in pixels. */
export interface SizedColumn {
  readonly kind: TableColumn["kind"];
  readonly least: number;
  /** The width that its rows need. */
  readonly content: number;
  readonly identifies?: true;
  readonly staysInView?: true;
}

/** Columns of names get the remaining space. */
const GROWING: readonly TableColumn["kind"][] = ["text", "group"];

/** If space is short, every column gives up the same share of what exceeds its least width. */
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

/** The width of each column in the available space; if even the least widths do not fit, the table scrolls sideways. */
export const widthsIn = (columns: readonly SizedColumn[], room: number): number[] => {
  const widths = shrink(columns, room);
  const spare = room - widths.reduce((sum, width) => sum + width, 0);
  return spare > 0 ? grow(columns, widths, spare) : widths;
};

/** The position of a pinned column, from the left and from the right edge of the frame. */
export interface Pin {
  readonly left: number;
  readonly right: number;
}

/** The scrolling columns keep at least this share of the frame. */
const SCROLLING_SHARE = 0.3;

/**
 * Pins the first column, the one that identifies the record, and those marked `staysInView`, at both edges of the
 * frame. In a narrow frame the first column is not pinned, then the second one neither.
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
