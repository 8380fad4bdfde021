import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type DiagramItem, mayMove } from "./diagram-items.ts";
import { type Hit, hitAt, type Layout, type Point } from "./tree-layout.ts";
import type { DiagramView } from "./use-diagram-view.ts";
import { toDiagram, wheelFactor } from "./zoom.ts";

/** A pointer that moves less than this has clicked. */
const CLICK_DISTANCE = 6;
/** A node that is dragged this close to the edge pans the diagram. */
const EDGE = 36;
const EDGE_STEP = 14;

interface Dragged {
  readonly item: DiagramItem;
  /** In the diagram. */
  readonly at: Point;
  readonly target: DiagramItem | undefined;
}

export interface PointerActions {
  readonly onOpen: (item: DiagramItem) => void;
  readonly onToggle: (item: DiagramItem) => void;
  readonly onMove: (item: DiagramItem, parent: DiagramItem) => void;
}

interface Gesture {
  kind: "press" | "pan" | "drag";
  readonly start: Point;
  readonly hit: Hit | undefined;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** At the edges, the way to pan; elsewhere none. */
const edgePan = ({ x, y }: Point, { width, height }: { width: number; height: number }): Point => ({
  x: x < EDGE ? EDGE_STEP : x > width - EDGE ? -EDGE_STEP : 0,
  y: y < EDGE ? EDGE_STEP : y > height - EDGE ? -EDGE_STEP : 0,
});

/** Pans, zooms, opens, expands and moves nodes by mouse, pen and touch. */
export const useDiagramPointers = (layout: Layout, view: DiagramView, actions: PointerActions) => {
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);
  const [dragged, setDragged] = useState<Dragged>();

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = view.frame.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const cancel = () => {
    gesture.current = undefined;
    setDragged(undefined);
  };
  const cancelByKey = useEffectEvent(cancel);
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    view.zoom(wheelFactor(event.deltaY), pointOf(event));
  });
  useEffect(() => {
    const frame = view.frame.current;
    const onWheel = (event: WheelEvent) => turnWheel(event);
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && cancelByKey();
    // React's own listener cannot keep the page from scrolling.
    frame?.addEventListener("wheel", onWheel, { passive: false });
    document.addEventListener("keydown", onKey);
    return () => {
      frame?.removeEventListener("wheel", onWheel);
      document.removeEventListener("keydown", onKey);
    };
  }, [view.frame]);

  const pinch = (moved: number, to: Point): void => {
    const before = pointers.current.get(moved);
    const other = [...pointers.current].find(([id]) => id !== moved)?.[1];
    if (before && other) view.zoom(distance(to, other) / Math.max(distance(before, other), 1), other);
  };

  const drag = (hit: Hit, at: Point): void => {
    view.pan(edgePan(at, view.size()));
    const point = toDiagram(view.current(), at);
    const over = hitAt(layout, point)?.placed.item;
    const target = over && mayMove(hit.placed.item, over) ? over : undefined;
    setDragged({ item: hit.placed.item, at: point, target });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const start = pointOf(event);
    pointers.current.set(event.pointerId, start);
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const hit = hitAt(layout, toDiagram(view.current(), start));
    gesture.current = pointers.current.size === 1 ? { kind: hit ? "press" : "pan", start, hit } : undefined;
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const last = pointers.current.get(event.pointerId);
    if (!last) return;
    const at = pointOf(event);
    if (pointers.current.size === 2) pinch(event.pointerId, at);
    pointers.current.set(event.pointerId, at);
    const now = gesture.current;
    if (!now) return;
    if (now.kind === "press" && distance(now.start, at) >= CLICK_DISTANCE) {
      // A finger pans from everywhere; only a mouse or a pen takes a node along.
      const isDrag = event.pointerType !== "touch" && now.hit?.part === "node" && now.hit.placed.item.parent;
      now.kind = isDrag ? "drag" : "pan";
    }
    if (now.kind === "pan") view.pan({ x: at.x - last.x, y: at.y - last.y });
    if (now.kind === "drag" && now.hit) drag(now.hit, at);
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
    const done = gesture.current;
    cancel();
    if (!done?.hit || event.type === "pointercancel") return;
    const { item } = done.hit.placed;
    if (done.kind === "drag" && dragged?.target) actions.onMove(item, dragged.target);
    if (done.kind === "press") done.hit.part === "toggle" ? actions.onToggle(item) : actions.onOpen(item);
  };

  return { dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } };
};
