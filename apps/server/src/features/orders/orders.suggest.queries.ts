import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { ChoiceColumn, TextColumn } from "../../platform/lists/fast/columns.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import type { LookupSort } from "../../platform/lists/fast/strategies.ts";
import {
  codesOfRows,
  MAX_SUGGESTIONS,
  readValues,
  SAMPLE_SIZE,
  type Values,
  valuesOfRows,
} from "../../platform/lists/fast/suggest.ts";
import { allConditions, contains } from "../../platform/lists/list.ts";
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
  const typed = String((query as Filters)[field] ?? "");
  const column: Partial<TextColumn & ChoiceColumn> = orderColumnSql[field as keyof typeof orderColumnSql];
  const filters = orderFilters(scope, { ...query, [field]: undefined });
  if (column.options) {
    const used = await readValues(scope, codesInUse(scope, column as ChoiceColumn, query, filters));
    return column.options.filter((_, at) => used.includes(String(at + 1)));
  }
  if (column.suggest) return readValues(scope, column.suggest(filters.conditions, typed));
  return column.sort?.kind === "lookup"
    ? readValues(scope, namesInUse(column.sort, filters, typed, field))
    : readValues(scope, ownValues(scope, field, query, typed, filters));
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

/** Names come from the small table, as long as some order bears them. */
const namesInUse = (by: LookupSort, { conditions, shape }: ListFilters, typed: string, field: string) => sql<{
  value: string;
}>`${shape ? prepared(`suggest-${field}:${shape}`) : sql``}
  select distinct ${naturalSort(sql`named.label`)} as value from (${by.names}) as named
  where named.label is not null and named.label <> '' and ${contains(sql`named.label`, typed)}
    and exists (select from orders where ${allConditions(conditions)} and ${by.reference} = named.id)
  order by 1 limit ${sql.lit(MAX_SUGGESTIONS)}`;

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
