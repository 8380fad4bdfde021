import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** A pointer that only passes over a row asks for nothing. */
const INTENT_MS = 120;

/**
 * Prefetches a row that the pointer rests on after it has moved there. A row that appears below a resting pointer asks
 * for nothing, and neither does one that is gone before the time is over.
 */
const usePointerIntent = <Row>(prefetch: ((row: Row) => void) | undefined) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    cancel,
    moveOver: (row: Row) => {
      timer.current ??= setTimeout(() => prefetch?.(row), INTENT_MS);
    },
  };
};

interface RowOptions<Row> {
  readonly open?: (row: Row) => void;
  readonly prefetch?: (row: Row) => void;
  readonly toggle?: (row: Row) => void;
}

const siblingsOf = (row: HTMLElement) =>
  [...(row.parentElement?.children ?? [])].filter((other) => other instanceof HTMLElement);

/** The rows of a table, and the cards of a phone. */
export const ROWS = "[data-row]";

/** Of all the rows, the Tab key stops at the one that had the focus last. */
export const focusRow = (row: HTMLElement | undefined): void => {
  if (!row) return;
  for (const other of siblingsOf(row)) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus();
};

const CONTROLS = "a, button, input, label, [tabindex]";

/** Farther than a hand trembles: the pointer marks text. */
const DRAG_PX = 4;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** A click on the row itself, and not on something in it, nor the end of marking its text. */
const isForRow = (event: MouseEvent<HTMLElement>, pressed: Point): boolean => {
  const { currentTarget: row, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  // What a cell has opened elsewhere on the page is no part of the row.
  const moved = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
  return row.contains(target) && target.closest(CONTROLS) === row && moved <= DRAG_PX;
};

/** The rows are one stop of the Tab key: the arrows walk them, Enter or a click opens one, Space selects it. */
export const useRowKeys = <Row>({ open, prefetch, toggle }: RowOptions<Row>) => {
  const pressed = useRef<Point>(undefined);
  const intent = usePointerIntent(prefetch);
  return (row: Row, index: number) => ({
    tabIndex: open && index === 0 ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { currentTarget, target, key } = event;
      // Keys pressed in a link or a button of the row are theirs.
      if (target !== currentTarget) return;
      // A key that is held down was meant for what had the focus before.
      if (key === "Enter" && !event.repeat) open?.(row);
      if (key === " " && toggle) {
        event.preventDefault(); // or the frame would scroll
        toggle(row);
      }
      const step = STEPS[key];
      if (step === undefined) return;
      event.preventDefault();
      const rows = siblingsOf(currentTarget);
      focusRow(rows[Math.min(Math.max(rows.indexOf(currentTarget) + step, 0), rows.length - 1)]);
    },
    onMouseDown: ({ clientX, clientY }: MouseEvent) => {
      pressed.current = { clientX, clientY };
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      intent.cancel();
      if (isForRow(event, pressed.current ?? event)) open?.(row);
    },
    onFocus: () => prefetch?.(row),
    onPointerMove: () => intent.moveOver(row),
    onPointerLeave: intent.cancel,
  });
};

/** When the row that holds the focus goes away, the one that takes its place gets it, so that the keyboard goes on there. */
export const useFocusAfterRemoval = (
  frame: RefObject<HTMLElement | null>,
  rows: readonly unknown[] | undefined,
): void => {
  const held = useRef(-1);
  useEffect(() => {
    const element = frame.current;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROWS) : null;
      held.current = row ? siblingsOf(row).indexOf(row) : -1;
    };
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // What was taken off the page did not lose its focus on purpose.
        const left = target instanceof Element && target.isConnected;
        if (left && !element?.contains(document.activeElement)) held.current = -1;
      });
    element?.addEventListener("focusin", remember);
    element?.addEventListener("focusout", forget);
    return () => {
      element?.removeEventListener("focusin", remember);
      element?.removeEventListener("focusout", forget);
    };
  }, [frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the rows are others
  useLayoutEffect(() => {
    if (held.current < 0 || document.activeElement !== document.body) return;
    const left = [...(frame.current?.querySelectorAll<HTMLElement>("tbody > tr[tabindex]") ?? [])];
    (left[Math.min(held.current, left.length - 1)] ?? frame.current)?.focus({ preventScroll: true });
  }, [rows]);
};
