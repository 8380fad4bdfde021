import type { SuggestQuery } from "@mcc/contract/kit/list.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/connection.ts";
import { allOf, type Condition, contains } from "../../platform/list.ts";
import type { Narrowing } from "../../platform/list-engine.ts";
import type { SortBy, Walk } from "../../platform/list-ways.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { narrow } from "./orders.narrow.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";

const MOST = 10;
/** Values of the orders themselves are looked for among this many of the newest that match. */
const LOOKED_AT = 1_000;
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  status: ORDER_STATUSES,
  payment_status: PAYMENT_STATUSES,
};

/** Distinct values of one column, under every other filter in force; what is typed in this one narrows them. */
export const suggestions = async (
  scope: CompanyScope,
  { field, ...query }: SuggestQuery,
): Promise<string[]> => {
  const typed = String(query[field] ?? "");
  const narrowing = narrow(scope, { ...query, [field]: undefined });
  if (field === "approved_by") return values(scope, approverNames(narrowing.conditions, typed));
  if (Object.hasOwn(OPTIONS, field)) return [...(OPTIONS[field] ?? [])];
  const by = orderSorts[field] as SortBy;
  return by.kind === "walk"
    ? values(scope, namesInUse(by, narrowing, typed, field))
    : values(scope, ownValues(scope, field, query, typed));
};

const values = async ({ db }: CompanyScope, query: RawBuilder<{ value: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ value }) => value);

/** Names come from the small table, as long as some order bears them. */
const namesInUse = (by: Walk, { conditions, shape }: Narrowing, typed: string, field: string) => sql<{
  value: string;
}>`${shape ? prepared(`suggest-${field}:${shape}`) : sql``}
  select distinct named.label as value from (${by.names}) as named
  where named.label is not null and named.label <> '' and ${contains(sql`named.label`, typed)}
    and exists (select from orders where ${allOf(conditions)} and ${by.reference} = named.id)
  order by 1 limit ${sql.lit(MOST)}`;

const ownValues = (scope: CompanyScope, field: string, query: Omit<SuggestQuery, "field">, typed: string) => {
  const { conditions } = narrow(scope, typed ? { ...query, [field]: typed } : query);
  const own = sql.ref(`orders.${field}`);
  return sql<{ value: string }>`
  select distinct value from (
    select ${own} as value from orders where ${allOf(conditions)} and ${own} is not null
    order by orders.order_date desc, orders.id desc limit ${LOOKED_AT}) as matched
  order by 1 limit ${MOST}`;
};

const approverNames = (conditions: readonly Condition[], typed: string) => sql<{ value: string }>`
  select distinct given.name as value from orders
  join order_approvals given on given.company_id = orders.company_id and given.order_id = orders.id
  where ${allOf(conditions)} and ${contains(sql`given.name`, typed)}
  order by 1 limit ${MOST}`;
