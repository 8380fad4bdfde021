import { expect, test } from "vitest";
import { failedTitles, provenIds, repeatedTitles, trace } from "./proven.ts";

const unit = (title: string, status: string) => ({
  testResults: [{ name: "links.test.ts", status, assertionResults: [{ title, status }] }],
});
const browser = (title: string, ...statuses: string[]) => ({
  suites: [
    { suites: [{ specs: [{ title, tests: [{ results: statuses.map((status) => ({ status })) }] }] }] },
  ],
});
const proven = (...reports: Parameters<typeof provenIds>) => [...provenIds(...reports)];

test("only a unit test that passed proves what its title names", () => {
  const title = "a link works once (AUTH-051, AUTH-049)";
  expect(proven(unit(title, "passed"), {})).toEqual(["AUTH-051", "AUTH-049"]);
  for (const status of ["failed", "skipped", "pending", "todo"]) {
    expect(proven(unit(title, status), {})).toEqual([]);
  }
});

test("only a browser test whose last try passed proves what its title names", () => {
  const title = "a link works once (AUTH-051)";
  expect(proven({}, browser(title, "passed"))).toEqual(["AUTH-051"]);
  expect(proven({}, browser(title, "failed", "passed"))).toEqual(["AUTH-051"]);
  expect(proven({}, browser(title, "failed"))).toEqual([]);
  expect(proven({}, browser(title, "skipped"))).toEqual([]);
});

test("an id that is marked as partly does not count, nor one that is not at the end", () => {
  expect(proven(unit("a pager is there (TABLE-021, TABLE-022 partly)", "passed"), {})).toEqual(["TABLE-021"]);
  expect(proven(unit("(TABLE-021) is a pager", "passed"), {})).toEqual([]);
});

test("an id that is no longer proven is reported, also when another is proven instead", () => {
  const listed = ["AUTH-001", "AUTH-002", "AUTH-003"];
  expect(trace(listed, ["AUTH-003"], new Set(["AUTH-001", "AUTH-003"]))).toEqual({
    lost: ["AUTH-002"],
    gained: ["AUTH-003"],
  });
  expect(trace(listed, ["AUTH-003"], new Set(["AUTH-001", "AUTH-002"]))).toEqual({ lost: [], gained: [] });
});

test("the tests that failed are named at the end, and a file that broke before its tests", () => {
  const broken = { testResults: [{ name: "links.test.ts", status: "failed", assertionResults: [] }] };
  expect(failedTitles(unit("a link works", "failed"), browser("a page opens", "failed", "failed"))).toEqual([
    "a link works",
    "a page opens",
  ]);
  expect(failedTitles(unit("a link works", "passed"), browser("a page opens", "failed", "passed"))).toEqual(
    [],
  );
  expect(failedTitles(broken, {})).toEqual(["links.test.ts"]);
});

test("the browser tests that passed when repeated are named at the end", () => {
  expect(repeatedTitles(browser("a page opens", "failed", "passed"))).toEqual(["a page opens"]);
  expect(repeatedTitles(browser("a page opens", "passed"))).toEqual([]);
  expect(repeatedTitles(browser("a page opens", "failed", "failed"))).toEqual([]);
});
