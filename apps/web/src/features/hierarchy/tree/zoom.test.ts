import { expect, test } from "vitest";
import { areaOf, centeredOn, panned, toDiagram, wheelFactor, ZOOM_IN, ZOOM_OUT, zoomed } from "./zoom.ts";

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
