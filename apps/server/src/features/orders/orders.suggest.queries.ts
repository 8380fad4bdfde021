import type { SuggestQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import { type LookupSort, sortStrategyFor } from "../../platform/lists/fast/strategies.ts";
import { allConditions, type Condition, contains } from "../../platform/lists/list.ts";
import { CHOICES, isChoice, orderFilters, visible } from "./orders.filters.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";

const MAX_SUGGESTIONS = 10;
/** Values of the orders themselves are looked for among so many of the newest, and then among so many that match. */
const NEWEST_ROWS = 4_000;
const SAMPLE_SIZE = 1_000;

/** Distinct values of one column, under every other filter in force; what is typed in this one narrows them. */
export const suggestions = async (
  scope: CompanyScope,
  { field, ...query }: SuggestQuery,
): Promise<string[]> => {
  const typed = String(query[field] ?? "");
  const filters = orderFilters(scope, { ...query, [field]: undefined });
  if (field === "approved_by") return values(scope, approverNames(filters.conditions, typed));
  if (isChoice(field)) return [...CHOICES[field]];
  const by = sortStrategyFor(orderSorts, field);
  return by.kind === "lookup"
    ? values(scope, namesInUse(by, filters, typed, field))
    : values(scope, ownValues(scope, { ...query, field }, typed, filters));
};

const values = async ({ db }: CompanyScope, query: RawBuilder<{ value: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ value }) => value);

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
  { field, ...query }: SuggestQuery,
  typed: string,
  { filtered }: ListFilters,
) => {
  const { conditions } = orderFilters(scope, typed ? { ...query, [field]: typed } : query);
  const own = sql.ref(`orders.${field}`);
  const found = (more: Condition) => sql<{ value: string }>`
  select distinct ${naturalSort(sql`value`)} as value from (
    select ${own} as value from orders where ${allConditions([...conditions, more])} and ${own} is not null
    order by orders.order_date desc, orders.id desc limit ${SAMPLE_SIZE}) as matched
  order by 1 limit ${MAX_SUGGESTIONS}`;
  if (filtered || scope.siteIds !== "all") return found(sql`true`);
  // What many orders bear is found among the newest; only what is rarer is worth the way through an index of texts.
  return sql<{ value: string }>`
  with recent as materialized (
      select distinct ${naturalSort(sql`value`)} as value from (
        select value from (
          select ${own} as value from orders where ${allConditions(visible(scope))}
          order by orders.order_date desc, orders.id desc limit ${sql.lit(NEWEST_ROWS)}) as newest
        where ${contains(sql`value`, typed)} limit ${sql.lit(SAMPLE_SIZE)}) as bearing),
    enough as materialized (select count(*) >= ${sql.lit(MAX_SUGGESTIONS)} as is_enough from recent)
  select value from recent where (select is_enough from enough)
  union all
  select value from (${found(sql`not (select is_enough from enough)`)}) as rarer
  order by 1 limit ${sql.lit(MAX_SUGGESTIONS)}`;
};

const approverNames = (conditions: readonly Condition[], typed: string) => sql<{ value: string }>`
  select distinct ${naturalSort(sql`given.name`)} as value from orders
  join order_approvals given on given.company_id = orders.company_id and given.order_id = orders.id
  where ${allConditions(conditions)} and ${contains(sql`given.name`, typed)}
  order by 1 limit ${MAX_SUGGESTIONS}`;
