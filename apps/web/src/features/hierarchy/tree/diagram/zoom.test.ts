import { expect, test } from "vitest";
import { treeItem } from "../../../../testing/tree-items.ts";
import { diagramItems } from "./diagram-items.ts";
import { contains, layoutOf } from "./tree-layout.ts";
import {
  areaOf,
  centeredOn,
  openingView,
  panned,
  toDiagram,
  wheelFactor,
  ZOOM_IN,
  ZOOM_OUT,
  zoomed,
} from "./zoom.ts";

const START = { x: 10, y: -20, scale: 1 };

test("zooming in multiplies by 1.2, out by 0.8, from 0.25 to 4 (HIER-084)", () => {
  const at = { x: 300, y: 200 };
  expect(zoomed(START, ZOOM_IN, at).scale).toBeCloseTo(1.2);
  expect(zoomed(START, ZOOM_OUT, at).scale).toBeCloseTo(0.8);
  let view = START;
  for (let n = 0; n < 20; n++) view = zoomed(view, ZOOM_IN, at);
  expect(view.scale).toBe(4);
  for (let n = 0; n < 40; n++) view = zoomed(view, ZOOM_OUT, at);
  expect(view.scale).toBe(0.25);
});

test("the point under the pointer stays where it is, and the wheel zooms by no more than a button", () => {
  const at = { x: 300, y: 200 };
  const before = toDiagram(START, at);
  const after = toDiagram(zoomed(START, 1.7, at), at);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  expect([wheelFactor(-100), wheelFactor(-9_000), wheelFactor(9_000)]).toEqual([1.2, 1.2, 0.8]);
  expect(wheelFactor(-4)).toBeLessThan(1.01);
});

test("a point can be centered and panned, and the area that is shown follows", () => {
  const size = { width: 800, height: 600 };
  const view = centeredOn({ ...START, scale: 2 }, { x: 1_000, y: 500 }, size);
  expect(areaOf(view, size)).toEqual({ x: 800, y: 350, width: 400, height: 300 });
  expect(areaOf(panned(view, { x: 40, y: -20 }), size)).toMatchObject({ x: 780, y: 360 });
});

test("a tree opens with its first and its last node inside the frame, as far as the zoom allows", () => {
  const leaves = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => treeItem(from + at, `Node ${from + at}`));
  // The root stands beside the middle of its children, far from the middle of a tree that is long at its end.
  const { root, byId } = diagramItems(
    treeItem(1, "Corp", [treeItem(2, "North"), treeItem(3, "South", leaves(10, 16))]),
  );
  const layout = layoutOf(root, new Set(byId.keys()));
  const isInside = (size: { width: number; height: number }, id: number) => {
    const placed = layout.byId.get(id);
    return placed !== undefined && contains(areaOf(openingView(layout, size), size), placed);
  };
  for (const size of [
    { width: 900, height: 560 },
    { width: 390, height: 420 },
    { width: 2_000, height: 1_600 },
  ])
    expect([1, 2, 10, 25].map((id) => isInside(size, id))).toEqual([true, true, true, true]);
  expect(openingView(layout, { width: 2_000, height: 1_600 }).scale).toBe(1);
  expect(openingView(layout, { width: 80, height: 80 }).scale).toBe(0.25);
});
