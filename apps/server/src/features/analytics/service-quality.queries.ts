import { ON_TIME_DAYS } from "@mcc/contract/analytics/dashboard.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";

const inScope = ({ companyId, siteIds }: CompanyScope): Condition =>
  siteIds === "all"
    ? sql`company_id = ${companyId}`
    : sql`company_id = ${companyId} and site_id = any(${siteIds})`;

export interface DeliveryMonth {
  readonly month: string;
  readonly delivered: number;
  readonly on_time: number;
  /** The sum of their days. */
  readonly days: number;
}

/** Deliveries by the month in which the orders were placed. */
export const deliveriesByMonth = async (scope: CompanyScope, since: string): Promise<DeliveryMonth[]> => {
  const { rows } = await sql<DeliveryMonth>`
    select month::text, sum(orders)::bigint as delivered, sum(orders * days)::bigint as days,
      coalesce(sum(orders) filter (where days < ${ON_TIME_DAYS}), 0)::bigint as on_time
    from site_month_deliveries where ${inScope(scope)} and month >= ${since}::date and orders <> 0
    group by 1 having sum(orders) <> 0`.execute(scope.db);
  return rows;
};
