import { memo } from "react";
import { treeTexts as texts } from "../tree.texts.ts";
import classes from "./diagram.module.css";
import type { Totals } from "./diagram-items.ts";
import {
  centerOf,
  type Layout,
  linesWithin,
  type Placed,
  placedWithin,
  ROOT_RADIUS,
  toggleOf,
} from "./tree-layout.ts";
import type { Drawn } from "./use-diagram-view.ts";

/** How far below the top of a box its numbers stand. */
export const NUMBERS_TOP = 26;
/** The width of one of the three numbers of the root. */
const ROOT_PART = 44;

const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** The icons of sites, users and pending orders, 12 by 12. */
export const ICONS = {
  sites: "M2 11V4l4-2.5L10 4v7M1 11h10M5 11V8h2v3",
  users: "M6 6a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 6 6ZM2 11c0-2.4 1.6-3.6 4-3.6s4 1.2 4 3.6",
  orders: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM6 3.5V6l1.8 1.2",
  root: "M4.5 1.5h3V4h-3zM1.5 8h3v2.5h-3zM7.5 8h3v2.5h-3zM6 4v2M3 8V6h6v2",
} as const satisfies Record<keyof Totals | "root", string>;

const KINDS = ["sites", "users", "orders"] as const satisfies (keyof Totals)[];

/** A third of the width for each number; those of the root stand below its name, which is wider than its circle. */
export const partsOf = ({ item, width }: Placed) =>
  KINDS.map((kind, at) => ({
    kind,
    left: item.parent ? 6 + (at * (width - 8)) / KINDS.length : (at - 1.5) * ROOT_PART + 4,
    number: short.format(item.totals[kind]),
    isWaiting: kind === "orders" && item.totals.orders > 0,
  }));

const Toggle = ({ placed }: { placed: Placed }) => {
  const { x, y, r } = toggleOf(placed);
  return (
    <g className={classes.toggle} data-toggle={placed.item.id}>
      <circle cx={x} cy={y} r={r} />
      <path d={`M${x - 4} ${y}h8${placed.expanded ? "" : `M${x} ${y - 4}v8`}`} />
    </g>
  );
};

const Numbers = ({ placed, top = NUMBERS_TOP }: { placed: Placed; top?: number }) =>
  partsOf(placed).map(({ kind, left, number, isWaiting }) => (
    <g key={kind} className={classes.number} data-waiting={isWaiting || undefined}>
      <path d={ICONS[kind]} transform={`translate(${left} ${top}) scale(0.9)`} />
      <text x={left + 14} y={top + 10}>
        {number}
      </text>
    </g>
  ));

interface NodeProps {
  readonly placed: Placed;
  readonly mark: "selected" | "target" | "dragged" | undefined;
}

const Node = memo(({ placed, mark }: NodeProps) => {
  const { item, x, y, width, height } = placed;
  const { sites, users, orders } = item.totals;
  const isRoot = item.parent === undefined;
  return (
    <g className={classes.node} data-node={item.id} data-mark={mark}>
      <title>{`${item.name} (${item.type}): ${texts.counts(sites, users, orders)}`}</title>
      {isRoot ? (
        <>
          <circle className={classes.box} cx={x + ROOT_RADIUS} cy={y + ROOT_RADIUS} r={ROOT_RADIUS} />
          <text className={classes.rootName} x={x + ROOT_RADIUS} y={y + height + 18}>
            {item.name}
          </text>
          <g transform={`translate(${x + ROOT_RADIUS} ${y})`}>
            <path
              className={classes.rootIcon}
              d={ICONS.root}
              transform={`translate(-12 ${ROOT_RADIUS - 12}) scale(2)`}
            />
            <Numbers placed={placed} top={height + 26} />
          </g>
        </>
      ) : (
        <g transform={`translate(${x} ${y})`}>
          <rect className={classes.box} width={width} height={height} rx={6} />
          <text className={classes.name} x={6} y={18}>
            {item.name}
          </text>
          <Numbers placed={placed} />
        </g>
      )}
      {placed.expanded !== undefined && <Toggle placed={placed} />}
    </g>
  );
});

interface DiagramNodesProps {
  readonly layout: Layout;
  readonly drawn: Drawn;
  readonly selected: number | undefined;
  readonly target: number | undefined;
  readonly dragged: number | undefined;
}

/** Far away, all boxes are one path. */
const boxes = (placed: readonly Placed[]): string =>
  placed.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");

/** What an area of the diagram shows. */
export const DiagramNodes = memo(({ layout, drawn, selected, target, dragged }: DiagramNodesProps) => {
  const placed = placedWithin(layout, drawn.area);
  const markOf = ({ item: { id } }: Placed) => {
    if (id === target) return "target";
    if (id === dragged) return "dragged";
    return id === selected ? "selected" : undefined;
  };
  const marked = placed.find((one) => markOf(one) !== undefined);
  return (
    <>
      <path className={classes.lines} d={linesWithin(layout, drawn.area)} />
      {drawn.detailed ? (
        placed.map((one) => <Node key={one.item.id} placed={one} mark={markOf(one)} />)
      ) : (
        <>
          <path className={classes.box} d={boxes(placed)} />
          {marked && (
            <circle className={classes.spot} cx={centerOf(marked).x} cy={centerOf(marked).y} r={40} />
          )}
        </>
      )}
    </>
  );
});
