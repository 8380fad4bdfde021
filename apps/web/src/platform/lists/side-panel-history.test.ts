import { expect, test } from "vitest";
import { keepSidePanel } from "./side-panel-history.ts";

test("a row comes along when its list changes, the end of a page only when it is just asked for", () => {
  expect(keepSidePanel({ target: { id: 5 }, hasOwnEntry: true })).toEqual({
    target: { id: 5 },
    hasOwnEntry: false,
  });
  expect(keepSidePanel({ target: { end: 0, offset: 20 }, hasOwnEntry: true })).toBeUndefined();
  expect(keepSidePanel({ target: { id: 5 }, hasOwnEntry: true }, { end: 0, offset: 20 })).toEqual({
    target: { end: 0, offset: 20 },
    hasOwnEntry: false,
  });
  expect(keepSidePanel(undefined)).toBeUndefined();
});
