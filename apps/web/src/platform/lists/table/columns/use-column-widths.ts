import { markScrollEdges } from "@mcc/ui/tables/scroll-edges.ts";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { DrawnColumn } from "../../columns/row-columns.ts";
import { pinsIn, widthsIn } from "./column-layout.ts";
import { contentWidth, leastWidth } from "./column-sizes.ts";
import { forgetTextWidths, textWidth } from "./text-width.ts";

/** The widest content of each column so far: no column becomes narrower because the next page has shorter texts. */
const widest = new Map<string, number>();

const SELECT = 84;
/** The width of an action icon and of a filter button: with a mouse, and on touch screens. */
const ACTION = [30, 46] as const;
const FILTER = [24, 42] as const;
const FEWEST_ACTIONS = 64;

interface TableParts<Row> {
  readonly label: string;
  readonly shown: readonly DrawnColumn<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly selectable: boolean;
  /** The largest number of action icons in a row; undefined if there is no column for them. */
  readonly actions: number | undefined;
}

/** Sets where the pinned columns end: the shadows begin there. */
const markPinnedEdges = (frame: HTMLElement): void => {
  const { left, right } = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  const offset = (head: Element, side: "left" | "right") => Number.parseFloat(getComputedStyle(head)[side]);
  let [before, after] = ["--before", "--after"].map((name) =>
    Number.parseFloat(style.getPropertyValue(name) || "0"),
  ) as [number, number];
  for (const head of frame.querySelectorAll("th[data-pin]")) {
    const box = head.getBoundingClientRect();
    if (box.left - left <= offset(head, "left") + 2) before = Math.max(before, box.right - left);
    if (right - box.right <= offset(head, "right") + 2) after = Math.max(after, right - box.left);
  }
  frame.style.setProperty("--shade-left", `${before}px`);
  frame.style.setProperty("--shade-right", `${after}px`);
};

/**
 * Computes the width of every column from its content and the available space. Widths are custom properties of the
 * frame, so that no row is rendered again when the window is resized.
 */
export const useColumnWidths = <Row>(
  frame: RefObject<HTMLElement | null>,
  { label, shown, rows, selectable, actions }: TableParts<Row>,
): void => {
  const fit = useEffectEvent(() => {
    const element = frame.current;
    if (!element) return;
    const touch = matchMedia("(pointer: coarse)").matches ? 1 : 0;
    const columns = shown.map((column) => {
      const key = `${label}:${column.id}`;
      const content = Math.max(widest.get(key) ?? 0, contentWidth(column, rows ?? [], textWidth));
      widest.set(key, content);
      const { kind, identifies, staysInView } = column;
      const least = leastWidth(column, content, FILTER[touch], textWidth);
      return { kind, identifies, staysInView, content, least };
    });
    const before = selectable ? SELECT : 0;
    const after = actions === undefined ? 0 : Math.max(FEWEST_ACTIONS, actions * ACTION[touch] + 18);
    const width = element.clientWidth;
    const widths = widthsIn(columns, width - before - after);
    const put = (name: string, pixels: number | undefined) =>
      element.style.setProperty(name, pixels === undefined ? "auto" : `${pixels}px`);
    put("--before", before);
    put("--after", after);
    put("--all", before + after + widths.reduce((sum, one) => sum + one, 0));
    pinsIn(columns, widths, { width, before, after }).forEach((pin, at) => {
      put(`--width-${at}`, widths[at]);
      put(`--left-${at}`, pin?.left);
      put(`--right-${at}`, pin?.right);
    });
    markScrollEdges(element);
    markPinnedEdges(element);
  });
  const names = shown.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the columns or their contents change
  useLayoutEffect(() => fit(), [names, rows, label, selectable, actions]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const mark = () => {
      markScrollEdges(element);
      markPinnedEdges(element);
    };
    const sizes = new ResizeObserver(() => fit());
    sizes.observe(element);
    element.addEventListener("scroll", mark, { passive: true });
    const onFont = () => {
      forgetTextWidths();
      fit();
    };
    document.fonts?.addEventListener("loadingdone", onFont);
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", mark);
      document.fonts?.removeEventListener("loadingdone", onFont);
    };
  }, [frame]);
};
