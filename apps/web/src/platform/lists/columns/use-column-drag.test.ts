import { expect, test } from "vitest";
import { placeAt } from "./use-column-drag.ts";

test("a dragged column comes after every other one whose middle is above the pointer (WORK-015 partly)", () => {
  const middles = [18, 54, 90];
  expect(placeAt(middles, 0)).toBe(0);
  expect(placeAt(middles, 20)).toBe(1);
  expect(placeAt(middles, 54)).toBe(1);
  expect(placeAt(middles, 400)).toBe(3);
});
