import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countMatching } from "../../platform/lists/fast/strategies.ts";
import { allConditions, type Condition, FEW_ROWS, FEW_SITES, isOneOf } from "../../platform/lists/list.ts";
import type { OrderFilterValues } from "./orders.columns.ts";
import { stateConditions } from "./orders.filters.queries.ts";

export interface RareStates {
  readonly isRare: Condition;
  readonly conditions: readonly Condition[];
}

/**
 * For somebody with many sites: states that few orders of the whole company are in. Those are looked through and their
 * sites checked, instead of asking at each of the sites.
 */
export const rareStates = (
  { companyId, siteIds }: CompanyScope,
  query: OrderFilterValues,
): RareStates | undefined => {
  const states = stateConditions(query);
  const isDated = query.orderDate_after !== undefined || query.orderDate_before !== undefined;
  if (siteIds === "all" || siteIds.length <= FEW_SITES || states.length === 0 || isDated) return undefined;
  return {
    isRare: sql`(select coalesce(sum(orders), 0) from order_state_counts where company_id = ${companyId} and ${allConditions(states)}) <= ${sql.lit(FEW_ROWS)}`,
    conditions: [sql`orders.company_id = ${companyId}`, ...states, isOneOf(sql`orders.site_id`, siteIds)],
  };
};

/** Read off the rollups, which the triggers keep in the transaction of every change. */
export const rollupCount = (scope: CompanyScope, query: OrderFilterValues): Condition => {
  const rare = rareStates(scope, query);
  if (!rare) return rollupSum(scope, query);
  return sql`select case when ${rare.isRare} then (${countMatching("orders", rare.conditions, null)})
    else (${rollupSum(scope, query)}) end as count`;
};

/** The orders that the filters leave, as the rollups know them. */
const rollupConditions = (
  { companyId, siteIds }: Pick<CompanyScope, "companyId" | "siteIds">,
  query: OrderFilterValues,
) => {
  const { orderDate_after: after, orderDate_before: before } = query;
  return allConditions([
    sql`company_id = ${companyId}`,
    ...stateConditions(query),
    ...(siteIds === "all" ? [] : [sql`site_id = any(${siteIds})`]),
    ...(after ? [sql`day >= ${after}::date`] : []),
    ...(before ? [sql`day <= ${before}::date`] : []),
  ]);
};

/** What the rollups have of the orders that the filters leave, as the end of a statement. */
export const fromRollup = (scope: CompanyScope, query: OrderFilterValues): Condition => {
  const { orderDate_after: after, orderDate_before: before } = query;
  const bySite = scope.siteIds === "all" ? sql`order_state_counts` : sql`order_site_counts`;
  const table = after || before ? sql`order_day_counts` : bySite;
  return sql`from ${table} where ${rollupConditions(scope, query)}`;
};

export const rollupSum = (scope: CompanyScope, query: OrderFilterValues): Condition =>
  sql`select coalesce(sum(orders), 0)::bigint as count ${fromRollup(scope, query)}`;

/** The days of the orders of a whole company that the filters leave, as the end of a statement. */
export const fromDayRollup = (scope: CompanyScope, query: OrderFilterValues): Condition =>
  sql`from order_day_counts where ${rollupConditions({ ...scope, siteIds: "all" }, query)}`;
