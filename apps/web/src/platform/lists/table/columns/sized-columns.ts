import type { DrawnColumn } from "../../columns/row-columns.ts";
import type { SizedColumn } from "./column-layout.ts";
import { contentWidth, leastWidth } from "./column-sizes.ts";
import { textWidth } from "./text-width.ts";

const STORED = "column-widths";

/**
 * The widest content of each column so far: no column becomes narrower because the next page has shorter texts. Kept
 * in the tab, so that no column moves when the rows arrive after a reload.
 */
const widest = new Map<string, number>(
  Object.entries(JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Record<string, number>),
);

const keepWidest = (key: string, content: number): void => {
  if (widest.get(key) === content) return;
  widest.set(key, content);
  sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(widest)));
};

const SELECT = 84;
/** The width of an action icon and of a filter button: with a mouse, and on touch screens. */
const ACTION = [30, 46] as const;
const FILTER = [24, 42] as const;
const FEWEST_ACTIONS = 64;
/** The usual width of a text, for columns of which no row was loaded yet. */
const USUAL_TEXT = 130;

export interface TableParts<Row> {
  readonly label: string;
  readonly shown: readonly DrawnColumn<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly selectable: boolean;
  /** The largest number of action icons in a row; undefined if there is no column for them. */
  readonly actions: number | undefined;
}

const touch = () => (matchMedia("(pointer: coarse)").matches ? 1 : 0);

export const sizedColumns = <Row>({ label, shown, rows }: TableParts<Row>): SizedColumn[] =>
  shown.map((column) => {
    const key = `${label}:${column.id}`;
    const content = Math.max(widest.get(key) ?? 0, contentWidth(column, rows ?? [], textWidth));
    if (rows) keepWidest(key, content);
    const { kind, identifies, staysInView } = column;
    const least = leastWidth(column, content, FILTER[touch()], textWidth);
    return { kind, identifies, staysInView, content, least };
  });

/** The widths of the checkboxes before the columns and of the actions after them. */
export const widthsBeside = <Row>({ selectable, actions }: TableParts<Row>) => ({
  before: selectable ? SELECT : 0,
  after: actions === undefined ? 0 : Math.max(FEWEST_ACTIONS, actions * ACTION[touch()] + 18),
});

/** Whether every column fits at the width at which it is readable. */
export const columnsFit = <Row>(parts: TableParts<Row>, width: number): boolean => {
  const { before, after } = widthsBeside(parts);
  const isUnknown = !parts.rows && !parts.shown.some(({ id }) => widest.has(`${parts.label}:${id}`));
  const usual = (kind: SizedColumn["kind"]) => (isUnknown && kind === "text" ? USUAL_TEXT : 0);
  const needed = sizedColumns(parts).map(({ kind, least }) => Math.max(least, usual(kind)));
  return needed.reduce((sum, one) => sum + one, before + after) <= width;
};
