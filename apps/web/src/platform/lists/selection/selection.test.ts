import { expect, test } from "vitest";
import { rowsBetween, selectedAfter, shareSelected } from "./selection.ts";

interface Row {
  readonly id: number;
}
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const keyOf = ({ id }: Row) => id;
const ids = (some: Iterable<Row>) => [...some].map(keyOf);

test("a row is selected once and stays while others come and go (DOC-011)", () => {
  const first = selectedAfter(new Map(), rows(1, 2), keyOf, true);
  const next = selectedAfter(first, rows(2, 3), keyOf, true);
  expect(ids(next.values())).toEqual([1, 2, 3]);
  expect(ids(selectedAfter(next, rows(2, 9), keyOf, false).values())).toEqual([1, 3]);
  expect(ids(first.values())).toEqual([1, 2]);
});

test("everything is selected exactly when every listed row is; an empty list is not (DOC-012)", () => {
  const has = ({ id }: Row) => [1, 2, 7].includes(id);
  expect(shareSelected(rows(1, 2), has)).toBe("all");
  expect(shareSelected(rows(1, 2, 3), has)).toBe("some");
  expect(shareSelected(rows(3, 4), has)).toBe("none");
  expect(shareSelected([], has)).toBe("none");
});

test("with Shift, everything between two rows is meant, whichever came first", () => {
  const listed = rows(1, 2, 3, 4, 5);
  expect(ids(rowsBetween(listed, keyOf, 2, 4))).toEqual([2, 3, 4]);
  expect(ids(rowsBetween(listed, keyOf, 5, 3))).toEqual([3, 4, 5]);
  expect(ids(rowsBetween(listed, keyOf, 99, 3))).toEqual([3]);
  expect(ids(rowsBetween(listed, keyOf, undefined, 1))).toEqual([1]);
});
