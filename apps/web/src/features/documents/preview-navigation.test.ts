import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { expect, test } from "vitest";
import { placeOf, stepFrom, stillRead } from "./preview-navigation.ts";

const link = (offset: number) => `http://x/api/documents/?limit=20&offset=${offset}`;
const page = (offset: number, count: number, ...ids: number[]) => ({
  count,
  next: offset + ids.length < count ? link(offset + 20) : null,
  previous: offset > 0 ? link(offset - 20) : null,
  current_url: link(offset),
  results: ids.map((id) => ({ id }) as DocumentRow),
});

test("a step leads to the document beside, and beyond the ends of a page to the page there", () => {
  const listed = page(20, 60, 5, 6, 7);
  expect(stepFrom(0, 1, listed)).toEqual({ id: 6 });
  expect(stepFrom(2, -1, listed)).toEqual({ id: 6 });
  expect(stepFrom(2, 1, listed)).toEqual({ end: 0, offset: 40 });
  expect(stepFrom(0, -1, listed)).toEqual({ end: -1, offset: 0 });
});

test("at either end of the list there is no further step", () => {
  const listed = page(0, 2, 5, 6);
  expect(stepFrom(0, -1, listed)).toBeUndefined();
  expect(stepFrom(1, 1, listed)).toBeUndefined();
});

test("the document of a page that is on its way is its first or its last, once it has come", () => {
  const before = page(0, 60, 1, 2, 3);
  const after = page(20, 60, 4, 5, 6);
  expect(placeOf({ end: 0, offset: 20 }, before)).toBe(-1);
  expect(placeOf({ end: 0, offset: 20 }, after)).toBe(0);
  expect(placeOf({ end: -1, offset: 20 }, after)).toBe(2);
  expect(placeOf({ end: 0, offset: 20 }, page(20, 20))).toBe(-1);
});

test("a document that is not listed any more has no place", () => {
  expect(placeOf({ id: 2 }, page(0, 3, 1, 2, 3))).toBe(1);
  expect(placeOf({ id: 9 }, page(0, 3, 1, 2, 3))).toBe(-1);
  expect(placeOf(undefined, page(0, 3, 1, 2, 3))).toBe(-1);
});

test("a document that a newer one has pushed off its page is still read, until the list is another", () => {
  const document = { id: 3 } as DocumentRow;
  const seen = { document, url: page(0, 3).current_url };
  const again = page(0, 4, 4, 1, 2);
  expect(stillRead({ id: 3 }, again, seen)).toBe(document);
  expect(stillRead({ id: 3 }, page(20, 60, 7), seen)).toBeUndefined();
  expect(stillRead({ id: 1 }, again, seen)).toBeUndefined();
  expect(stillRead({ end: 0, offset: 0 }, again, seen)).toBeUndefined();
  expect(stillRead({ id: 3 }, again, undefined)).toBeUndefined();
});
