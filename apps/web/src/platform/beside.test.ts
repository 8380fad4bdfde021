import { expect, test } from "vitest";
import { carriedAlong } from "./beside.ts";

test("a row comes along when its list changes, the end of a page only when it is just asked for", () => {
  expect(carriedAlong({ wanted: { id: 5 }, isOwnStep: true })).toEqual({
    wanted: { id: 5 },
    isOwnStep: false,
  });
  expect(carriedAlong({ wanted: { end: 0, offset: 20 }, isOwnStep: true })).toBeUndefined();
  expect(carriedAlong({ wanted: { id: 5 }, isOwnStep: true }, { end: 0, offset: 20 })).toEqual({
    wanted: { end: 0, offset: 20 },
    isOwnStep: false,
  });
  expect(carriedAlong(undefined)).toBeUndefined();
});
