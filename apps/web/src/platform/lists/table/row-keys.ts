import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
/** The pointer must rest this long: passing over a row prefetches nothing. */
const INTENT_MS = 120;

/**
 * Prefetches a row after the pointer has moved to it and rests there. A row that appears below a resting pointer is not
 * prefetched, nor one that is removed before the time is over.
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

/** Selects table rows and cards. */
export const ROWS = "[data-row]";

/** Focuses a row. The Tab key stops only at the row that was focused last. */
export const focusRow = (row: HTMLElement | undefined): void => {
  if (!row) return;
  for (const other of siblingsOf(row)) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus();
};

const CONTROLS = "a, button, input, label, [tabindex]";

/** If the pointer moves farther than this, it selects text. */
const DRAG_PX = 4;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Whether a click is meant for the row: not for a control in it, and not the end of selecting text. */
const isForRow = (event: MouseEvent<HTMLElement>, pressed: Point): boolean => {
  const { currentTarget: row, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  // React events also bubble from popovers and dialogs that a cell has opened: these are not part of the row.
  const moved = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
  return row.contains(target) && target.closest(CONTROLS) === row && moved <= DRAG_PX;
};

/** The rows are one stop of the Tab key: arrow keys move between them, Enter or a click opens one, Space selects it. */
export const useRowKeys = <Row>({ open, prefetch, toggle }: RowOptions<Row>) => {
  const pressed = useRef<Point>(undefined);
  const intent = usePointerIntent(prefetch);
  return (row: Row, index: number) => ({
    tabIndex: open && index === 0 ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { currentTarget, target, key } = event;
      // Keys pressed in a link or a button of the row are not for the row.
      if (target !== currentTarget) return;
      // A repeated key was pressed in what had the focus before.
      if (key === "Enter" && !event.repeat) open?.(row);
      if (key === " " && toggle) {
        event.preventDefault(); // otherwise the frame would scroll
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

/** When the focused row is removed, the row that takes its place gets the focus. */
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
        // An element that was removed from the page did not lose the focus by a user's action.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useLayoutEffect(() => {
    if (held.current < 0 || document.activeElement !== document.body) return;
    const left = [...(frame.current?.querySelectorAll<HTMLElement>("tbody > tr[tabindex]") ?? [])];
    (left[Math.min(held.current, left.length - 1)] ?? frame.current)?.focus({ preventScroll: true });
  }, [rows]);
};
