import { expect, test } from "vitest";
import { pageWindow } from "./page-window.ts";

const pages = (current: number, count: number) => pageWindow(current, count).map(({ page }) => page);
const far = (current: number, count: number) =>
  pageWindow(current, count).flatMap((link) => (link.far ? [link.page] : []));

test("the pager numbers at most five pages (TABLE-019)", () => {
  expect(pages(1, 1)).toEqual([1]);
  expect(pages(1, 2)).toEqual([1, 2]);
  expect(pages(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pages(1, 120)).toEqual([1, 2, 3, 4, 120]);
  expect(pages(60, 120)).toEqual([1, 59, 60, 61, 120]);
  expect(pages(120, 120)).toEqual([1, 117, 118, 119, 120]);
});

test("the current page is always among them", () => {
  for (let count = 1; count < 30; count += 1) {
    for (let current = 1; current <= count; current += 1) {
      const shown = pages(current, count);
      expect(shown).toContain(current);
      expect(new Set(shown).size).toBe(Math.min(count, 5));
    }
  }
});

test("the first and last page are marked when far from the current one (TABLE-023)", () => {
  expect(far(1, 5)).toEqual([]);
  expect(far(1, 120)).toEqual([120]);
  expect(far(3, 120)).toEqual([120]);
  expect(far(4, 120)).toEqual([1, 120]);
  expect(far(118, 120)).toEqual([1]);
});
