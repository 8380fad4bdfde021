import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { type Condition, FEW_SITES, listing } from "../../platform/list.ts";
import {
  along,
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

/** Counts what the filters leave, by the rollups where they can tell, and lists a page of it. */
export const narrowed = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  narrowing: OrderNarrowing,
  way: Way,
): Condition => {
  const { byName, inTexts, conditions } = narrowing;
  const isByDate = scope.siteIds === "all" && way.sort.column === "orderDate";
  if (inTexts) return probed(scope, conditions, way);
  return byName && isByDate ? mergedByName(scope, byName, way) : countedFirst(scope, query, narrowing, way);
};

const countedFirst = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  { conditions, countable, inDateOrder }: OrderNarrowing,
  way: Way,
): Condition => {
  const isStraight = inDateOrder && scope.siteIds === "all" && way.sort.column === "orderDate";
  const straight = along(scope, conditions, way);
  const page = isStraight ? sql`array(${straight})` : fewOrMany(sorted(conditions, way), straight);
  const rare = countable ? rareStates(scope, query) : undefined;
  if (rare) return rareOr(page, rare, rolledUp(scope, query), way);
  return countedThen(countable ? rolledUp(scope, query) : liveCount("orders", conditions), page);
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
const mergedByName = (scope: CompanyScope, { names, reference, belongs }: ByName, way: Way): Condition => {
  const conditions = [...visible(scope), sql`${reference} = any(array(select id from named))`];
  const page = fewOrMany(sorted(conditions, way), along(scope, conditions, way));
  const newest = merged(sql`named`, [...visible(scope), belongs], way);
  return sql`
    with named as materialized (${names}), counted as materialized (${liveCount("orders", conditions)})
    select count, ${listing(sql`case when (select count(*) from named) <= ${sql.lit(FEW_SITES)}
      then array(${newest}) else ${page} end`)} from counted`;
};
