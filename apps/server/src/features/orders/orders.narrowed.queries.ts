import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { COUNT_CAP, type Condition, FEW, FEW_SITES, listing } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { liveCount, rareStates, rollupCount } from "./orders.count.queries.ts";
import { type ByName, type Narrowing, visible } from "./orders.narrow.queries.ts";
import {
  along,
  type Counted,
  matching,
  merged,
  named,
  sorted,
  sortedMatches,
  type Way,
  windowOf,
} from "./orders.page.queries.ts";

/**
 * Lists a page of what the filters leave, and answers how many that are: by the rollups where they can tell, else
 * counted up to one more than the cap. The count decides which way to the page is the shortest.
 */
export const listNarrowed = async (
  scope: CompanyScope,
  query: ListQuery,
  narrowing: Narrowing,
): Promise<number> => {
  const way = windowOf(query);
  const { byName } = narrowing;
  const isByDate = scope.siteIds === "all" && way.sort.column === "orderDate";
  const counted = narrowing.inTexts
    ? probed(scope, narrowing, way)
    : byName && isByDate
      ? mergedByName(scope, narrowing, byName, way)
      : countedFirst(scope, query, narrowing, way);
  const { rows } = await sql<Counted>`${named("orders-of", query, narrowing)} ${counted}`.execute(scope.db);
  return Number(rows[0]?.count);
};

/** What few of them there are is sorted; else the page is looked for along an index. */
const fewOrMany = (few: Condition, many: Condition): Condition =>
  sql`case when count <= ${sql.lit(FEW)} then array(${few}) else array(${many}) end`;

const countedFirst = (scope: CompanyScope, query: ListQuery, narrowing: Narrowing, way: Way): Condition => {
  const { conditions, countable, inDays } = narrowing;
  // However many days are asked for, by date they lie side by side.
  const isStraight = inDays && scope.siteIds === "all" && way.sort.column === "orderDate";
  const straight = along(scope, narrowing, way);
  const page = isStraight ? sql`array(${straight})` : fewOrMany(sorted(way.by, conditions, way), straight);
  const rare = countable ? rareStates(scope, query) : undefined;
  const ids = rare
    ? sql`case when ${rare.isRare} then array(${sorted(way.by, rare.conditions, way)}) else ${page} end`
    : page;
  return sql`
    with counted as materialized (${countable ? rollupCount(scope, query) : liveCount(conditions)})
    select count, ${listing(ids)} from counted`;
};

/** What is typed into texts is found once, with what it is sorted by, and counted where it was found. */
const probed = (scope: CompanyScope, narrowing: Narrowing, way: Way): Condition => sql`
  with matched as materialized (${matching(way.by, narrowing.conditions)} limit ${sql.lit(COUNT_CAP + 1)}),
    counted as materialized (select count(*)::bigint as count from matched)
  select count, ${listing(fewOrMany(sortedMatches(way.by, way), along(scope, narrowing, way)))} from counted`;

/** A name that stands for few: the newest of each, merged. */
const mergedByName = (
  scope: CompanyScope,
  narrowing: Narrowing,
  { names, reference, belongs }: ByName,
  way: Way,
): Condition => {
  const conditions = [...visible(scope), sql`${reference} = any(array(select id from named))`];
  const page = fewOrMany(sorted(way.by, conditions, way), along(scope, { ...narrowing, conditions }, way));
  const newest = merged(sql`named`, [...visible(scope), belongs], way);
  return sql`
    with named as materialized (${names}), counted as materialized (${liveCount(conditions)})
    select count, ${listing(sql`case when (select count(*) from named) <= ${sql.lit(FEW_SITES)}
      then array(${newest}) else ${page} end`)} from counted`;
};
