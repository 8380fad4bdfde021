import { formatMoment, formatMoney } from "../../../page/format.ts";
import type { DrawnColumn, WidthLimits } from "../../columns/row-columns.ts";
import type { TableColumn } from "../../columns/table-columns.ts";
import { isFilterable } from "../../filters/active-filters.ts";
import type { CellValue } from "../table-cell.tsx";
import type { textWidth } from "./text-width.ts";

const LIMITS: Readonly<Record<TableColumn["kind"], WidthLimits>> = {
  text: [84, 260],
  group: [84, 220],
  choice: [94, 200],
  date: [100, 190],
  number: [56, 110],
  money: [96, 150],
  display: [84, 260],
};

export const limitsOf = ({ kind, width }: Pick<DrawnColumn<unknown>, "kind" | "width">): WidthLimits =>
  width ?? LIMITS[kind];

/** A text of up to this width is readable in every table; longer ones may be cut where space is short. */
const READABLE = 170;

/** Left and right of the content of a cell. A tag has padding of its own in addition. */
const PADDING = 16;
const TAG_PADDING = 16;
/** A status is never cut, also not by the limit of its column. */
const WIDEST_TAG = 480;
/** The sort icon in the header of a column. */
const CHEVRON = 14;
/** A wide date and time: a column of dates gets the width for it, so that no page has a narrower column than another. */
const LONG_MOMENT = formatMoment("2026-11-28T12:58:00");
/** Longer texts are measured up to here, since few columns are wide enough for more; lists of names up to what fits. */
const LONGEST_TEXT = 31;
const NARROW_CHARACTER = 6;

const textOf = (kind: TableColumn["kind"], value: CellValue, longest: number): string => {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "money") return formatMoney(String(value));
  if (kind === "date") return formatMoment(String(value));
  if (kind === "number") return Number(value).toLocaleString("en-US");
  return String(value).slice(0, longest);
};

/** The narrowest header in which the label takes at most two lines, with the sort icon after its last word. */
export const headWidth = (label: string, chevron: number, measure: typeof textWidth): number => {
  const words = label.split(" ");
  const widths = words.map((_, at) =>
    Math.max(
      measure(words.slice(0, at).join(" "), "head"),
      measure(words.slice(at).join(" "), "head") + chevron,
    ),
  );
  return Math.min(...widths);
};

/** The width that the rows of a page need. */
export const contentWidth = <Row>(
  column: DrawnColumn<Row>,
  rows: readonly Row[],
  measure: typeof textWidth,
): number => {
  const isTag = column.isTag ?? column.kind === "choice";
  const most = isTag ? WIDEST_TAG : limitsOf(column)[1];
  const isLong = isTag || column.kind === "display";
  const longest = isLong ? Math.ceil(most / NARROW_CHARACTER) : LONGEST_TEXT;
  const texts = rows.map((row) => textOf(column.kind, column.value(row), longest));
  const samples = column.kind === "date" && !column.cell ? [LONG_MOMENT] : [];
  const widths = [...samples, ...texts].map((text) => measure(text, isTag ? "tag" : "cell"));
  const around = PADDING + (isTag ? TAG_PADDING : 0) + (column.beside ?? 0);
  return Math.min(Math.max(0, ...widths) + around, most);
};

const WHOLE: readonly TableColumn["kind"][] = ["date", "money", "number", "choice"];

/** An amount, a date, a status or an order number must not be cut. A pinned tag takes two lines in a narrow table. */
const isKeptWhole = <Row>({ kind, identifies, isWhole, isTag, staysInView }: DrawnColumn<Row>): boolean =>
  identifies === true || isWhole === true || (isTag === true && !staysInView) || WHOLE.includes(kind);

/**
 * The least width of a column: enough to read what it holds, and for its label, unless that is a very long name of a
 * group.
 */
export const leastWidth = <Row>(
  column: DrawnColumn<Row>,
  content: number,
  filterButton: number,
  measure: typeof textWidth,
): number => {
  const [least, most] = limitsOf(column);
  const filter = isFilterable(column) ? filterButton : 0;
  const head = PADDING + headWidth(column.label, column.sortable ? CHEVRON : 0, measure) + filter;
  const shown = isKeptWhole(column) ? content : Math.min(content, column.readable ?? READABLE);
  return Math.max(least, Math.min(head, most), shown);
};
