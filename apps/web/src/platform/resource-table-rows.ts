import { type KeyboardEvent, useRef } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** A pointer that only passes over a row asks for nothing. */
const INTENT_MS = 120;

interface RowOptions<Row> {
  readonly open?: (row: Row) => void;
  readonly prefetch?: (row: Row) => void;
  readonly toggle?: (row: Row) => void;
}

const siblingsOf = (row: HTMLElement) =>
  [...(row.parentElement?.children ?? [])].filter((other) => other instanceof HTMLElement);

/** The rows are one stop of the Tab key: the arrows walk them, Enter opens one, Space selects it. */
export const useRowKeys = <Row>({ open, prefetch, toggle }: RowOptions<Row>) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (row: Row, index: number) => ({
    tabIndex: open && index === 0 ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { currentTarget, target, key } = event;
      // Keys pressed in a link or a button of the row are theirs.
      if (target !== currentTarget) return;
      if (key === "Enter") open?.(row);
      if (key === " " && toggle) {
        event.preventDefault(); // or the frame would scroll
        toggle(row);
      }
      const step = STEPS[key];
      if (step === undefined) return;
      event.preventDefault();
      const rows = siblingsOf(currentTarget);
      const next = rows[Math.min(Math.max(rows.indexOf(currentTarget) + step, 0), rows.length - 1)];
      currentTarget.tabIndex = -1;
      if (next) next.tabIndex = 0;
      next?.focus();
    },
    onFocus: () => prefetch?.(row),
    onPointerEnter: () => {
      timer.current = setTimeout(() => prefetch?.(row), INTENT_MS);
    },
    onPointerLeave: () => clearTimeout(timer.current),
  });
};
