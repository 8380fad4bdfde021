import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { canSkipToDay, chooseStrategy, type StrategyInput } from "./orders.strategies.ts";

const nothing = sql`true`;
const NAME = { names: nothing, reference: nothing, belongs: nothing };
const RARE = { isRare: nothing, conditions: [] };

/** What is filtered by. */
const FILTERS = {
  "a text": { needsRowScan: true, inDateOrder: false },
  "a name": { needsRowScan: false, inDateOrder: false, nameFilter: NAME },
  "a status": { needsRowScan: false, inDateOrder: true },
  "a payment status": { needsRowScan: false, inDateOrder: false },
} as const satisfies Record<string, StrategyInput["filters"]>;

const SITES: CompanyScope["siteIds"] = [1, 2];

test.each<[keyof typeof FILTERS, CompanyScope["siteIds"], string, StrategyInput["rare"], string]>([
  ["a text", "all", "orderDate", undefined, "findThenCount"],
  ["a text", SITES, "total", undefined, "findThenCount"],
  ["a name", "all", "orderDate", undefined, "names"],
  ["a name", "all", "total", undefined, "counted"],
  ["a name", SITES, "orderDate", undefined, "counted"],
  ["a status", "all", "orderDate", undefined, "indexOrder"],
  ["a status", "all", "site", undefined, "counted"],
  ["a status", SITES, "orderDate", undefined, "counted"],
  ["a status", SITES, "orderDate", RARE, "rare"],
  ["a payment status", "all", "orderDate", undefined, "counted"],
  ["a payment status", SITES, "total", RARE, "rare"],
])("by %s, within %s sites, sorted by %s", (filter, siteIds, sortedBy, rare, kind) => {
  expect(chooseStrategy({ siteIds, filters: FILTERS[filter], rare, sortedBy }).kind).toBe(kind);
});

test("a deep page leaps to its day where the days of the whole company are counted", () => {
  expect(canSkipToDay({ siteIds: "all", sortedBy: "orderDate" }, { countable: true })).toBe(true);
  expect(canSkipToDay({ siteIds: "all", sortedBy: "orderDate" }, { countable: false })).toBe(false);
  expect(canSkipToDay({ siteIds: "all", sortedBy: "total" }, { countable: true })).toBe(false);
  expect(canSkipToDay({ siteIds: SITES, sortedBy: "orderDate" }, { countable: true })).toBe(false);
});
