import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { ChoiceColumn, NameColumn } from "../../platform/lists/fast/columns.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import {
  codesOfRows,
  MAX_SUGGESTIONS,
  namesInUse,
  readValues,
  SAMPLE_SIZE,
  type Values,
  valuesOfRows,
} from "../../platform/lists/fast/suggest.ts";
import { allConditions, contains } from "../../platform/lists/list.ts";
import { namesGiven } from "../../platform/lists/name-filter.ts";
import type { Filters } from "../../platform/lists/plain-columns.ts";
import { type OrderFilterValues, type OrderSuggestQuery, orderColumnSql } from "./orders.columns.ts";
import { fromRollup } from "./orders.count.queries.ts";
import { orderFilters, visible } from "./orders.filters.queries.ts";

/** Values of the orders themselves are first looked for among so many of the newest. */
const NEWEST_ROWS = 4_000;

/** Distinct values of one column, under every other filter in force; what is typed in this one narrows them. */
export const suggestions = async (
  scope: CompanyScope,
  { field, ...query }: OrderSuggestQuery,
): Promise<string[]> => {
  const given = (query as Filters)[field];
  const column: Partial<NameColumn & ChoiceColumn> = orderColumnSql[field as keyof typeof orderColumnSql];
  const filters = orderFilters(scope, { ...query, [field]: undefined });
  if (column.options) {
    const used = await readValues(scope, codesInUse(scope, column as ChoiceColumn, query, filters));
    return column.options.filter((_, at) => used.includes(String(at + 1)));
  }
  const names = namesGiven(given);
  if (column.suggestNames) return readValues(scope, column.suggestNames(filters.conditions, names));
  return column.sort?.kind === "lookup"
    ? readValues(scope, namesInUse("orders", column.sort, filters, { field, given: names }))
    : readValues(scope, ownValues(scope, field, query, String(given ?? ""), filters));
};

/** The codes that occur under the other filters: off the rollups where they can tell, else of the orders. */
const codesInUse = (
  scope: CompanyScope,
  choice: ChoiceColumn,
  query: OrderFilterValues,
  { conditions, countable }: ListFilters,
): Values => {
  if (countable) {
    const others = { ...query, [choice.code]: undefined };
    return sql`select distinct ${sql.ref(choice.code)}::text as value ${fromRollup(scope, others)} and orders > 0`;
  }
  return codesOfRows("orders", choice, conditions);
};

const ownValues = (
  scope: CompanyScope,
  field: string,
  query: OrderFilterValues,
  typed: string,
  { filtered }: ListFilters,
): Values => {
  const { conditions } = orderFilters(scope, typed ? { ...query, [field]: typed } : query);
  const own = sql.ref(`orders.${field}`);
  if (filtered || scope.siteIds !== "all") return valuesOfRows("orders", own, conditions);
  // What many orders bear is found among the newest; only what is rarer is worth the way through an index of texts.
  return sql`
  with recent as materialized (
      select distinct ${naturalSort(sql`value`)} as value from (
        select value from (
          select ${own} as value from orders where ${allConditions(visible(scope))}
          order by orders.order_date desc, orders.id desc limit ${sql.lit(NEWEST_ROWS)}) as newest
        where ${contains(sql`value`, typed)} limit ${sql.lit(SAMPLE_SIZE)}) as bearing),
    enough as materialized (select count(*) >= ${sql.lit(MAX_SUGGESTIONS)} as is_enough from recent)
  select value from recent where (select is_enough from enough)
  union all
  select value from (${valuesOfRows("orders", own, [...conditions, sql`not (select is_enough from enough)`])}) as rarer
  order by 1 limit ${sql.lit(MAX_SUGGESTIONS)}`;
};
