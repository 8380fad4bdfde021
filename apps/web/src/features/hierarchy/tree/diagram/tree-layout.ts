import type { DiagramItem } from "./diagram-items.ts";

const BASE_WIDTH = 100;
const WIDTH_PER_CHARACTER = 7.5;
/** A name of this length fits the base width. */
const BASE_CHARACTERS = 13;
export const ROOT_RADIUS = 30;
export const NODE_HEIGHT = 44;
const ROW = 58;
const LEVEL_GAP = 64;
const TOGGLE_RADIUS = 9;
const MARGIN = 24;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** A shown item: its box, or the box around the circle of the root, and its place in the outline. */
export interface Placed extends Area {
  readonly item: DiagramItem;
  /** Undefined without children. */
  readonly expanded: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

export interface Layout {
  /** In the order of the outline: each item is followed by those below it. */
  readonly placed: readonly Placed[];
  readonly byId: ReadonlyMap<number, Placed>;
  readonly width: number;
  readonly height: number;
}

/** A node is 100 wide, plus 7.5 for each character of its name beyond 13. */
export const nodeWidth = (name: string): number =>
  BASE_WIDTH + WIDTH_PER_CHARACTER * Math.max(0, [...name].length - BASE_CHARACTERS);

/** The items of expanded ones, each before those below it. */
const shownItems = (root: DiagramItem, expanded: ReadonlySet<number>) => {
  const shown: { item: DiagramItem; position: number; siblings: number }[] = [];
  const open = [{ item: root, position: 1, siblings: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    shown.push(next);
    const { children, id } = next.item;
    if (!expanded.has(id)) continue;
    for (let at = children.length - 1; at >= 0; at--)
      open.push({ item: children[at] as DiagramItem, position: at + 1, siblings: children.length });
  }
  return shown;
};

/** From left to right: a column for each level, a row for each item without shown children. */
export const layoutOf = (root: DiagramItem, expanded: ReadonlySet<number>): Layout => {
  const shown = shownItems(root, expanded);
  const isOpen = ({ id, children }: DiagramItem) => children.length > 0 && expanded.has(id);
  const columns: number[] = [];
  const centers = new Map<DiagramItem, number>();
  let rows = 0;
  for (const { item } of shown) {
    columns[item.level] = Math.max(columns[item.level] ?? 0, nodeWidth(item.name));
    if (!isOpen(item)) centers.set(item, MARGIN + (rows++ + 0.5) * ROW);
  }
  for (const { item } of shown.toReversed()) {
    const [first, last] = [item.children[0], item.children.at(-1)];
    if (isOpen(item) && first && last)
      centers.set(item, ((centers.get(first) ?? 0) + (centers.get(last) ?? 0)) / 2);
  }
  const lefts: number[] = [];
  let width = MARGIN;
  for (const column of columns) {
    lefts.push(width);
    width += column + LEVEL_GAP;
  }
  const placed = shown.map(({ item, position, siblings }): Placed => {
    const isRoot = item === root;
    const size = isRoot ? ROOT_RADIUS * 2 : nodeWidth(item.name);
    const height = isRoot ? size : NODE_HEIGHT;
    const column = columns[item.level] ?? 0;
    return {
      item,
      position,
      siblings,
      expanded: item.children.length === 0 ? undefined : expanded.has(item.id),
      x: (lefts[item.level] ?? 0) + (isRoot ? (column - size) / 2 : 0),
      y: (centers.get(item) ?? 0) - height / 2,
      width: size,
      height,
    };
  });
  return {
    placed,
    byId: new Map(placed.map((one) => [one.item.id, one])),
    width: width - LEVEL_GAP + MARGIN + 2 * TOGGLE_RADIUS,
    height: Math.max(rows * ROW, ROOT_RADIUS * 2 + 40) + 2 * MARGIN,
  };
};

export const centerOf = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The circle that expands and collapses a node: at its right edge. */
export const toggleOf = (placed: Placed): Point & { readonly r: number } => ({
  x: placed.x + placed.width + TOGGLE_RADIUS,
  y: centerOf(placed).y,
  r: TOGGLE_RADIUS,
});

const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const contains = (outer: Area, inner: Area): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/** The items within an area, a little more for what hangs over their boxes: the toggle, the name and numbers of the root. */
export const placedWithin = ({ placed }: Layout, area: Area): Placed[] => {
  const wide = { x: area.x - 60, y: area.y - 40, width: area.width + 120, height: area.height + 80 };
  return placed.filter((one) => overlaps(one, wide));
};

/** The lines to the items below, as the data of one path; of long ones only what an area has of them. */
export const linesWithin = ({ placed, byId }: Layout, area: Area): string => {
  const lines: string[] = [];
  const [top, bottom] = [area.y, area.y + area.height];
  for (const above of placed) {
    if (!above.expanded) continue;
    const [first, last] = [above.item.children[0], above.item.children.at(-1)].map(
      (item) => item && byId.get(item.id),
    );
    if (!first || !last) continue;
    const from = toggleOf(above);
    const bend = first.x - LEVEL_GAP / 3;
    if (bend < area.x - LEVEL_GAP || from.x > area.x + area.width) continue;
    const [highest, lowest] = [centerOf(first).y, centerOf(last).y];
    if (highest > bottom || lowest < top) continue;
    lines.push(
      `M${from.x} ${from.y}H${bend}`,
      `M${bend} ${Math.max(highest, top)}V${Math.min(lowest, bottom)}`,
    );
    for (const child of above.item.children) {
      const below = byId.get(child.id);
      const y = below && centerOf(below).y;
      if (below && y !== undefined && y >= top && y <= bottom) lines.push(`M${bend} ${y}H${below.x}`);
    }
  }
  return lines.join("");
};

export interface Hit {
  readonly placed: Placed;
  readonly part: "node" | "toggle";
}

/** What is at a point of the diagram. */
export const hitAt = ({ placed }: Layout, { x, y }: Point): Hit | undefined => {
  const point = { x, y, width: 0.01, height: 0.01 };
  for (const one of placed) {
    const toggle = toggleOf(one);
    if (one.expanded !== undefined && Math.hypot(x - toggle.x, y - toggle.y) <= toggle.r + 3)
      return { placed: one, part: "toggle" };
    if (overlaps(one, point)) return { placed: one, part: "node" };
  }
  return undefined;
};
