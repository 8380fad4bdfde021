import { dateColumn, moneyColumn, textColumn } from "@mcc/contract/kit/list-columns.ts";
import { expect, test } from "vitest";
import { hiddenSorting } from "./hidden-sorting.ts";

const list = {
  columns: { site: textColumn("Site"), total: moneyColumn("Total"), made: dateColumn("Made") },
  sort: "-made",
};

test("a sorting whose column is on the screen is told by its header alone", () => {
  expect(hiddenSorting(list, ["site", "made"], "-made")).toBeUndefined();
  expect(hiddenSorting(list, ["site", "made"], "site")).toBeUndefined();
});

test.each([
  ["site", "Site", "A to Z"],
  ["-site", "Site", "Z to A"],
  ["total", "Total", "smallest first"],
  ["-total", "Total", "largest first"],
  ["made", "Made", "oldest first"],
])("sorted by %s, whose column is put away: %s, %s", (ordering, label, direction) => {
  expect(hiddenSorting(list, [], ordering)).toEqual({ label, direction, isChosen: true });
});

test("the sorting a list has by itself cannot be taken away", () => {
  expect(hiddenSorting(list, ["site"], "-made")).toMatchObject({
    direction: "newest first",
    isChosen: false,
  });
});
