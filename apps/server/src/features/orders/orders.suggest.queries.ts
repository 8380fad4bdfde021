import type { SuggestQuery } from "@mcc/contract/kit/list.ts";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import { allOf, type Condition, contains } from "../../platform/list.ts";
import type { Narrowing } from "../../platform/list-engine.ts";
import { sortedBy, type Walk } from "../../platform/list-ways.ts";
import { byName } from "../../platform/names.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { CHOICES, isChoice, narrow, visible } from "./orders.narrow.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";

const MOST = 10;
/** Values of the orders themselves are looked for among so many of the newest, and then among so many that match. */
const NEWEST = 4_000;
const LOOKED_AT = 1_000;

/** Distinct values of one column, under every other filter in force; what is typed in this one narrows them. */
export const suggestions = async (
  scope: CompanyScope,
  { field, ...query }: SuggestQuery,
): Promise<string[]> => {
  const typed = String(query[field] ?? "");
  const narrowing = narrow(scope, { ...query, [field]: undefined });
  if (field === "approved_by") return values(scope, approverNames(narrowing.conditions, typed));
  if (isChoice(field)) return [...CHOICES[field]];
  const by = sortedBy(orderSorts, field);
  return by.kind === "walk"
    ? values(scope, namesInUse(by, narrowing, typed, field))
    : values(scope, ownValues(scope, { ...query, field }, typed, narrowing));
};

const values = async ({ db }: CompanyScope, query: RawBuilder<{ value: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ value }) => value);

/** Names come from the small table, as long as some order bears them. */
const namesInUse = (by: Walk, { conditions, shape }: Narrowing, typed: string, field: string) => sql<{
  value: string;
}>`${shape ? prepared(`suggest-${field}:${shape}`) : sql``}
  select distinct ${byName(sql`named.label`)} as value from (${by.names}) as named
  where named.label is not null and named.label <> '' and ${contains(sql`named.label`, typed)}
    and exists (select from orders where ${allOf(conditions)} and ${by.reference} = named.id)
  order by 1 limit ${sql.lit(MOST)}`;

const ownValues = (
  scope: CompanyScope,
  { field, ...query }: SuggestQuery,
  typed: string,
  { filtered }: Narrowing,
) => {
  const { conditions } = narrow(scope, typed ? { ...query, [field]: typed } : query);
  const own = sql.ref(`orders.${field}`);
  const found = (more: Condition) => sql<{ value: string }>`
  select distinct ${byName(sql`value`)} as value from (
    select ${own} as value from orders where ${allOf([...conditions, more])} and ${own} is not null
    order by orders.order_date desc, orders.id desc limit ${LOOKED_AT}) as matched
  order by 1 limit ${MOST}`;
  if (filtered || scope.siteIds !== "all") return found(sql`true`);
  // What many orders bear is found among the newest; only what is rarer is worth the way through an index of texts.
  return sql<{ value: string }>`
  with recent as materialized (
      select distinct ${byName(sql`value`)} as value from (
        select value from (
          select ${own} as value from orders where ${allOf(visible(scope))}
          order by orders.order_date desc, orders.id desc limit ${sql.lit(NEWEST)}) as newest
        where ${contains(sql`value`, typed)} limit ${sql.lit(LOOKED_AT)}) as bearing),
    enough as materialized (select count(*) >= ${sql.lit(MOST)} as is_enough from recent)
  select value from recent where (select is_enough from enough)
  union all
  select value from (${found(sql`not (select is_enough from enough)`)}) as rarer
  order by 1 limit ${sql.lit(MOST)}`;
};

const approverNames = (conditions: readonly Condition[], typed: string) => sql<{ value: string }>`
  select distinct ${byName(sql`given.name`)} as value from orders
  join order_approvals given on given.company_id = orders.company_id and given.order_id = orders.id
  where ${allOf(conditions)} and ${contains(sql`given.name`, typed)}
  order by 1 limit ${MOST}`;
