import { expect, test } from "vitest";
import { differenceText, shareDifferenceText } from "./difference.ts";

const PERIOD = "the 30 days before";

test("a difference is said in words (WORK-007 partly)", () => {
  const said = ([now, before]: readonly [number, number]) => differenceText(now, before, PERIOD);
  expect(
    (
      [
        [112, 100],
        [50, 100],
        [0, 100],
        [100, 100],
        [7, 0],
        [0, 0],
        [2_000, 100],
        [100_100, 100_000],
      ] as const
    ).map(said),
  ).toEqual([
    "12% more than the 30 days before",
    "50% less than the 30 days before",
    "100% less than the 30 days before",
    "Same as the 30 days before",
    "None in the 30 days before",
    "Same as the 30 days before",
    "20 times the 30 days before",
    "About the same as the 30 days before",
  ]);
});

test("shares differ by points", () => {
  expect(shareDifferenceText(0.935, 0.9, PERIOD)).toBe("3.5 points more than the 30 days before");
  expect(shareDifferenceText(0.89, 0.9, PERIOD)).toBe("1 point less than the 30 days before");
  expect(shareDifferenceText(0.9, 0.9001, PERIOD)).toBe("About the same as the 30 days before");
});
