import { expect, test } from "vitest";
import { rowSplitter } from "./row-splitter.ts";

const answer = {
  count: 3,
  next: null,
  current_url: 'http://x/?search="results":[',
  results: [
    { id: 1, text: 'a "quoted" } ] \\', nested: { list: [1, [2]], empty: {} } },
    { id: 2, text: "ü 😀 \n" },
    { id: 3, text: "" },
  ],
};
const text = JSON.stringify(answer);

test.each([1, 2, 3, 7, 64, 100_000])("rows come out whole however the text is cut, here every %i", (size) => {
  const splitter = rowSplitter<{ count: number }>();
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...splitter.push(text.slice(at, at + size)));
  expect(rows.map((row) => JSON.parse(row))).toEqual(answer.results);
  expect(splitter.head()).toMatchObject({ count: 3 });
  expect(splitter.complete()).toBe(true);
});

test("a row is given as soon as it is whole", () => {
  const splitter = rowSplitter<object>();
  expect(splitter.push('{"count":2,"results":[{"id":1},{"i')).toEqual(['{"id":1}']);
  expect(splitter.push('d":2}')).toEqual(['{"id":2}']);
});

test("an answer that broke off is not complete", () => {
  const splitter = rowSplitter<object>();
  splitter.push(text.slice(0, -5));
  expect(splitter.complete()).toBe(false);
  const short = rowSplitter<object>();
  short.push('{"count":2,"results":[{"id":1}');
  expect(short.complete()).toBe(false);
});

test("an empty list gives no rows and is complete", () => {
  const splitter = rowSplitter<{ count: number }>();
  expect(splitter.push('{"count":0,"results":[]}')).toEqual([]);
  expect(splitter.head()).toMatchObject({ count: 0 });
  expect(splitter.complete()).toBe(true);
});

test("what is kept does not grow with the answer", () => {
  const splitter = rowSplitter<object>();
  splitter.push('{"count":1000,"results":[');
  let given = 0;
  for (let id = 0; id < 1000; id += 1) given += splitter.push(`${id ? "," : ""}{"id":${id}}`).length;
  expect(given).toBe(1000);
});
