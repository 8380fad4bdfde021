import { markScrollEdges } from "@mcc/ui/tables/scroll-edges.ts";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { pinsIn, widthsIn } from "./column-layout.ts";
import { sizedColumns, type TableParts, widthsBeside } from "./sized-columns.ts";
import { forgetTextWidths } from "./text-width.ts";

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
export const useColumnWidths = <Row>(frame: RefObject<HTMLElement | null>, parts: TableParts<Row>): void => {
  const { label, shown, rows, selectable, actions } = parts;
  /** Measured when the frame changes its size: reading it at each rendering would compute the layout twice. */
  const frameWidth = useRef<number>(undefined);
  const laidOut = useRef<string>(undefined);
  const fit = useEffectEvent(() => {
    const element = frame.current;
    if (!element) return;
    frameWidth.current ??= element.clientWidth;
    const width = frameWidth.current;
    const columns = sizedColumns(parts);
    const { before, after } = widthsBeside(parts);
    const widths = widthsIn(columns, width - before - after);
    const sizes: [name: string, pixels: number | undefined][] = [
      ["--before", before],
      ["--after", after],
      ["--all", before + after + widths.reduce((sum, one) => sum + one, 0)],
      ...pinsIn(columns, widths, { width, before, after }).flatMap((pin, at): typeof sizes => [
        [`--width-${at}`, widths[at]],
        [`--left-${at}`, pin?.left],
        [`--right-${at}`, pin?.right],
      ]),
    ];
    const layout = `${width} ${sizes.join()}`;
    if (laidOut.current === layout) return;
    laidOut.current = layout;
    for (const [name, pixels] of sizes)
      element.style.setProperty(name, pixels === undefined ? "auto" : `${pixels}px`);
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
    const refit = () => {
      frameWidth.current = element.clientWidth;
      fit();
    };
    const sizes = new ResizeObserver(refit);
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
