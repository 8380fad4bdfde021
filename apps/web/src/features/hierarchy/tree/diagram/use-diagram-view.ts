import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type Area, centerOf, contains, type Layout, type Point } from "./tree-layout.ts";
import {
  areaOf,
  centeredOn,
  drawnArea,
  openingView,
  panned,
  resetView,
  type Size,
  type View,
  zoomed,
} from "./zoom.ts";

/** Below this scale names cannot be read, and only boxes are drawn. */
const READABLE = 0.45;
/** Until the frame has been measured. */
const UNKNOWN: Size = { width: 960, height: 600 };

/** The part of the diagram that is drawn, and whether with names and numbers. */
export interface Drawn {
  readonly area: Area;
  readonly detailed: boolean;
}

const isStillDrawn = ({ area, detailed }: Drawn, shown: Area, readable: boolean): boolean =>
  detailed === readable && contains(area, shown) && area.width <= shown.width * 4;

const sizeOf = (frame: HTMLElement | null): Size => {
  const { width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0 ? { width, height } : UNKNOWN;
};

/**
 * The view of the diagram. Panning and zooming change the picture directly; React draws again only when another part of
 * the diagram comes into view.
 */
export const useDiagramView = (layout: Layout, initial: View | undefined) => {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<SVGGElement>(null);
  const window = useRef<SVGRectElement>(null);
  const size = useRef<Size>(UNKNOWN);
  const view = useRef<View>(initial ?? { x: 0, y: 0, scale: 1 });
  const [drawn, setDrawn] = useState<Drawn>();

  const show = useCallback((next: View) => {
    view.current = next;
    content.current?.setAttribute("transform", `translate(${next.x} ${next.y}) scale(${next.scale})`);
    const area = areaOf(next, size.current);
    for (const side of ["x", "y", "width", "height"] as const)
      window.current?.setAttribute(side, String(area[side]));
    const detailed = next.scale >= READABLE;
    setDrawn((now) => (now && isStillDrawn(now, area, detailed) ? now : { area: drawnArea(area), detailed }));
  }, []);

  const start = useEffectEvent(() => {
    size.current = sizeOf(frame.current);
    show(initial ?? openingView(layout, size.current));
  });
  useLayoutEffect(() => {
    start();
    const observer = new ResizeObserver(() => {
      size.current = sizeOf(frame.current);
      show(view.current);
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [show]);

  // A node that is expanded or collapsed stays where it is; one that was searched comes into the middle.
  const before = useRef(layout);
  const kept = useRef<number>(undefined);
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    const [old, now] = [kept.current, kept.current].map((id, at) =>
      id === undefined ? undefined : (at === 0 ? before.current : layout).byId.get(id),
    );
    before.current = layout;
    kept.current = undefined;
    if (old && now) {
      const [from, to] = [centerOf(old), centerOf(now)];
      const { scale } = view.current;
      show(panned(view.current, { x: (from.x - to.x) * scale, y: (from.y - to.y) * scale }));
    }
    const found = wanted.current === undefined ? undefined : layout.byId.get(wanted.current);
    if (found) {
      wanted.current = undefined;
      show(centeredOn(view.current, centerOf(found), size.current));
    }
  }, [layout, show]);

  /** Centers a node, as soon as it is shown. */
  const goTo = (id: number) => {
    const placed = layout.byId.get(id);
    if (placed) show(centeredOn(view.current, centerOf(placed), size.current));
    else wanted.current = id;
  };
  const middle = (): Point => ({ x: size.current.width / 2, y: size.current.height / 2 });
  return {
    frame,
    content,
    window,
    drawn,
    current: () => view.current,
    size: () => size.current,
    pan: (by: Point) => show(panned(view.current, by)),
    zoom: (factor: number, at: Point = middle()) => show(zoomed(view.current, factor, at)),
    reset: () => show(resetView(layout, size.current)),
    center: (point: Point) => show(centeredOn(view.current, point, size.current)),
    goTo,
    /** Centers a node that is not in view. */
    reveal: (id: number) => {
      const placed = layout.byId.get(id);
      if (!placed || !contains(areaOf(view.current, size.current), placed)) goTo(id);
    },
    keep: (id: number) => {
      kept.current = id;
    },
  };
};
export type DiagramView = ReturnType<typeof useDiagramView>;
