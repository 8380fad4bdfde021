import type { Area, Layout, Point } from "./tree-layout.ts";
import { centerOf } from "./tree-layout.ts";

export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 4;
export const ZOOM_IN = 1.2;
export const ZOOM_OUT = 0.8;

/** A point of the diagram is drawn at `point * scale + (x, y)`. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The wheel turns by about 100 at a time, a touchpad by a few; neither zooms more than a button does. */
const WHEEL_STEP = 100;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Zooms by a factor within the limits; the point of the screen stays where it is. */
export const zoomed = (view: View, factor: number, at: Point): View => {
  const scale = clamp(view.scale * factor, MIN_ZOOM, MAX_ZOOM);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
};

export const wheelFactor = (delta: number): number =>
  clamp(ZOOM_IN ** (-delta / WHEEL_STEP), ZOOM_OUT, ZOOM_IN);

export const panned = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y });

/** The view with a point of the diagram in the middle. */
export const centeredOn = (view: View, { x, y }: Point, { width, height }: Size): View => ({
  ...view,
  x: width / 2 - x * view.scale,
  y: height / 2 - y * view.scale,
});

/** Full size, with the root on the left, halfway down. */
export const resetView = ({ placed: [root] }: Layout, { height }: Size): View => ({
  scale: 1,
  x: 0,
  y: root ? height / 2 - centerOf(root).y : 0,
});

/** All of it, if the zoom allows that, with the root as close to halfway down as the rest leaves room for. */
export const openingView = (layout: Layout, { width, height }: Size): View => {
  const scale = clamp(Math.min(width / layout.width, height / layout.height), MIN_ZOOM, 1);
  const [root] = layout.placed;
  const y = root ? height / 2 - centerOf(root).y * scale : 0;
  const room = height - layout.height * scale;
  return { scale, x: 0, y: room < 0 ? y : clamp(y, 0, room) };
};

export const toDiagram = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});

/** The part of the diagram that a view shows. */
export const areaOf = (view: View, { width, height }: Size): Area => ({
  ...toDiagram(view, { x: 0, y: 0 }),
  width: width / view.scale,
  height: height / view.scale,
});

/** The part to draw: half a screen more on every side, so that panning seldom draws anew. */
export const drawnArea = ({ x, y, width, height }: Area): Area => ({
  x: x - width / 2,
  y: y - height / 2,
  width: width * 2,
  height: height * 2,
});
