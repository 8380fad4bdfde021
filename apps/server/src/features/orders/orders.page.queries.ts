import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { type Condition, FEW_SITES, isAmong, listing } from "../../platform/list.ts";
import {
  along,
  checksOf,
  countedThen,
  fewOrMany,
  liveCount,
  matching,
  merged,
  probed,
  sorted,
  sortedMatches,
  type Way,
} from "../../platform/list-ways.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { type Rare, rareStates, rolledUp } from "./orders.count.queries.ts";
import { type ByName, type OrderNarrowing, visible } from "./orders.narrow.queries.ts";
import { wayFor } from "./orders.ways.ts";

/** Counts what the filters leave, by the rollups where they can tell, and lists a page of it. */
export const countAndPage = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  narrowing: OrderNarrowing,
  way: Way,
): Condition => {
  const { conditions, countable } = narrowing;
  const count = () => (countable ? rolledUp(scope, query) : liveCount("orders", conditions));
  const page = () => fewOrMany(sorted(conditions, way), along(scope, checksOf(narrowing), way));
  const rare = countable ? rareStates(scope, query) : undefined;
  const chosen = wayFor({ siteIds: scope.siteIds, narrowing, rare, sortedBy: way.sort.column });
  switch (chosen.kind) {
    case "probe":
      return probed(scope, narrowing, way);
    case "names":
      return newestOfNames(scope, chosen.byName, way);
    case "straight":
      return countedThen(count(), sql`array(${along(scope, checksOf(narrowing), way)})`);
    case "rare":
      return rareOr(page(), chosen.rare, count(), way);
    case "counted":
      return countedThen(count(), page());
  }
};

/** What is rare is found once, counted where it was found, and sorted; what is not goes the way to `page`. */
const rareOr = (
  page: Condition,
  { isRare, conditions }: Rare,
  rolledUp: Condition,
  way: Way,
): Condition => sql`
    with known as materialized (select ${isRare} as is_rare),
      matched as materialized (${matching([sql`(select is_rare from known)`, ...conditions], way)}),
      counted as materialized (
        select is_rare, case when is_rare then (select count(*) from matched) else (${rolledUp}) end as count from known)
    select count, ${listing(sql`case when is_rare then array(${sortedMatches(way)}) else ${page} end`)} from counted`;

/** A name that stands for few: the newest of each, merged. */
const newestOfNames = (scope: CompanyScope, { names, reference, belongs }: ByName, way: Way): Condition => {
  const conditions = [...visible(scope), sql`${reference} = any(array(select id from named))`];
  const checks = [...visible(scope), isAmong(reference, sql`select id from named`)];
  const page = fewOrMany(sorted(conditions, way), along(scope, checks, way));
  const newest = merged(sql`named`, [...visible(scope), belongs], way);
  return sql`
    with named as materialized (${names}), counted as materialized (${liveCount("orders", conditions)})
    select count, ${listing(sql`case when (select count(*) from named) <= ${sql.lit(FEW_SITES)}
      then array(${newest}) else ${page} end`)} from counted`;
};
