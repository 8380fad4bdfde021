import { VisuallyHidden } from "@mantine/core";
import { TreeOpener } from "@mcc/ui/forms/tree-opener.tsx";
import { IconArrowsMove } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { DiagramItem } from "./diagram/diagram-items.ts";
import type { Placed } from "./diagram/tree-layout.ts";
import { treeTexts as texts } from "./tree.texts.ts";
import classes from "./tree-outline.module.css";

const ROW_HEIGHT = 34;
/** Rows beyond the edges that are drawn too. */
const SPARE = 8;

interface TreeOutlineProps {
  readonly rows: readonly Placed[];
  readonly selected: number | undefined;
  readonly onSelect: (item: DiagramItem) => void;
  readonly onOpen: (item: DiagramItem) => void;
  readonly onToggle: (item: DiagramItem) => void;
  readonly onMove: (item: DiagramItem) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

const Row = ({
  row,
  id,
  active,
  isSelected,
  top,
  onSelect,
  onOpen,
  onToggle,
  onMove,
}: {
  readonly row: Placed;
  readonly id: string;
  readonly active: boolean;
  readonly isSelected: boolean;
  readonly top: number;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
  readonly onToggle: () => void;
  readonly onMove: () => void;
}) => {
  const { item, expanded, position, siblings } = row;
  const { sites, users, orders } = item.totals;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    <div
      id={id}
      className={classes.row}
      style={{ "--level": item.level, top, height: ROW_HEIGHT } as CSSProperties}
      role="treeitem"
      data-active={active || undefined}
      data-selected={isSelected || undefined}
      aria-level={item.level + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-selected={active}
      onClick={onSelect}
      onDoubleClick={onOpen}
    >
      <TreeOpener expanded={expanded} onToggle={onToggle} />
      <span className={classes.name}>{item.name}</span>
      <VisuallyHidden>{texts.counts(sites, users, orders)}</VisuallyHidden>
      {orders > 0 && (
        <span className={classes.waiting} aria-hidden>
          {orders.toLocaleString("en-US")}
        </span>
      )}
      {item.parent && (
        <span
          className={classes.mover}
          data-mover
          aria-hidden
          data-tooltip={texts.move}
          onClick={(event) => {
            event.stopPropagation();
            onMove();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconArrowsMove size={14} />
        </span>
      )}
    </div>
  );
};

/** The nodes as a tree for the keyboard and screen readers; only the rows in view are drawn. */
export const TreeOutline = ({ rows, selected, onSelect, onOpen, onToggle, onMove }: TreeOutlineProps) => {
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ top: 0, height: 600 });
  const at = Math.max(
    rows.findIndex(({ item }) => item.id === selected),
    0,
  );
  const rowId = (item: DiagramItem) => `${base}-${item.id}`;
  useEffect(() => {
    const tree = frame.current;
    if (!tree || selected === undefined) return;
    const top = at * ROW_HEIGHT;
    if (top < tree.scrollTop) tree.scrollTop = top;
    else if (top + ROW_HEIGHT > tree.scrollTop + tree.clientHeight)
      tree.scrollTop = top + ROW_HEIGHT - tree.clientHeight;
  }, [at, selected]);
  const measure = () => {
    const { scrollTop, clientHeight } = frame.current ?? { scrollTop: 0, clientHeight: 0 };
    setWindow({ top: scrollTop, height: clientHeight || 600 });
  };
  useEffect(measure, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const { item, expanded } = row;
    const select = (to: Placed | undefined) => to && onSelect(to.item);
    const step = STEPS[event.key];
    if (step !== undefined) select(rows[Math.min(Math.max(at + step, 0), rows.length - 1)]);
    else if (event.key === "ArrowRight")
      expanded ? select(rows[at + 1]) : expanded === false && onToggle(item);
    else if (event.key === "ArrowLeft") {
      if (expanded) onToggle(item);
      else if (item.parent) onSelect(item.parent);
    } else if (event.key === "Enter") onOpen(item);
    else if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && item.parent) onMove(item);
    else return;
    event.preventDefault();
  };

  const first = Math.max(Math.floor(window.top / ROW_HEIGHT) - SPARE, 0);
  const end = Math.ceil((window.top + window.height) / ROW_HEIGHT) + SPARE;
  const shown = rows.map((row, index) => ({ row, index })).slice(first, end);
  const active = rows[at];
  return (
    <section className={classes.outline} aria-labelledby={`${base}-title`}>
      <h2 id={`${base}-title`} className={classes.title}>
        {texts.outline}
      </h2>
      <p id={`${base}-keys`} className={classes.keys}>
        {texts.keys}
      </p>
      <div
        ref={frame}
        className={classes.tree}
        role="tree"
        tabIndex={0}
        aria-labelledby={`${base}-title`}
        aria-describedby={`${base}-keys`}
        aria-activedescendant={active && rowId(active.item)}
        onKeyDown={onKeyDown}
        onScroll={measure}
      >
        <div className={classes.rows} style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
          {shown.map(({ row, index }) => (
            <Row
              key={row.item.id}
              row={row}
              id={rowId(row.item)}
              active={index === at}
              isSelected={row.item.id === selected}
              top={index * ROW_HEIGHT}
              onSelect={() => onSelect(row.item)}
              onOpen={() => onOpen(row.item)}
              onToggle={() => onToggle(row.item)}
              onMove={() => onMove(row.item)}
            />
          ))}
        </div>
      </div>
    </section>
  );
};
