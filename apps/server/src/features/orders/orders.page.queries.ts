import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { NameFilter } from "../../platform/lists/fast/columns.ts";
import {
  checksOf,
  countMatching,
  countThen,
  filterThenSort,
  findThenCount,
  type Ids,
  indexScan,
  matchingRows,
  mergeNewest,
  type PageRequest,
  sortMatches,
  sortOrScan,
} from "../../platform/lists/fast/strategies.ts";
import { type Condition, FEW_SITES, isAmong } from "../../platform/lists/list.ts";
import { setListedIds } from "../../platform/lists/listed-ids.ts";
import type { OrderFilterValues } from "./orders.columns.ts";
import { type RareStates, rareStates, rollupSum } from "./orders.count.queries.ts";
import { type OrderFilters, orderFilters, severalStatuses, visible } from "./orders.filters.queries.ts";
import { chooseStrategy, isByDate } from "./orders.strategies.ts";

/** Counts what the filters leave, by the rollups where they can tell, and lists a page of it. */
export const countAndPage = (
  scope: CompanyScope,
  query: OrderFilterValues,
  filters: OrderFilters,
  target: PageRequest,
): Condition => {
  const { conditions, countable } = filters;
  const count = () => (countable ? rollupSum(scope, query) : countMatching("orders", conditions));
  const scan = () => newestOfStatuses(scope, query, target) ?? indexScan(scope, checksOf(filters), target);
  const page = () => sortOrScan(filterThenSort(conditions, target), scan());
  const rare = countable ? rareStates(scope, query) : undefined;
  const strategy = chooseStrategy({ siteIds: scope.siteIds, filters, rare, sortedBy: target.sort.column });
  switch (strategy.kind) {
    case "findThenCount":
      return findThenCount(scope, filters, target);
    case "names":
      return newestOfNames(scope, strategy.byName, target);
    case "indexOrder":
      return countThen(count(), sql`array(${scan()})`);
    case "rare":
      return rareOrPage(page(), strategy.rare, count(), target);
    case "counted":
      return countThen(count(), page());
  }
};

/** Several statuses by date: the newest of each, merged. */
const newestOfStatuses = (
  scope: CompanyScope,
  query: OrderFilterValues,
  target: PageRequest,
): Ids | undefined => {
  const statuses = severalStatuses(query);
  if (!statuses || !isByDate({ siteIds: scope.siteIds, sortedBy: target.sort.column })) return undefined;
  const others = checksOf(orderFilters(scope, { ...query, status: undefined }));
  return mergeNewest(
    sql`unnest(${statuses}::smallint[]) as chosen (status)`,
    [...others, sql`orders.status = chosen.status`],
    target,
  );
};

/** What is rare is found once, counted where it was found, and sorted; what is not goes the way to `page`. */
const rareOrPage = (
  page: Condition,
  { isRare, conditions }: RareStates,
  rolledUp: Condition,
  target: PageRequest,
): Condition => sql`
    with known as materialized (select ${isRare} as is_rare),
      matched as materialized (${matchingRows([sql`(select is_rare from known)`, ...conditions], target)}),
      counted as materialized (
        select is_rare, case when is_rare then (select count(*) from matched) else (${rolledUp}) end as count from known)
    select count, ${setListedIds(sql`case when is_rare then array(${sortMatches(target)}) else ${page} end`)} from counted`;

/** A name that stands for few: the newest of each, merged. */
const newestOfNames = (
  scope: CompanyScope,
  { names, reference, belongs }: NameFilter,
  target: PageRequest,
): Condition => {
  const conditions = [...visible(scope), sql`${reference} = any(array(select id from named))`];
  const checks = [...visible(scope), isAmong(reference, sql`select id from named`)];
  const page = sortOrScan(filterThenSort(conditions, target), indexScan(scope, checks, target));
  const newest = mergeNewest(sql`named`, [...visible(scope), belongs], target);
  return sql`
    with named as materialized (${names}), counted as materialized (${countMatching("orders", conditions)})
    select count, ${setListedIds(sql`case when (select count(*) from named) <= ${sql.lit(FEW_SITES)}
      then array(${newest}) else ${page} end`)} from counted`;
};
