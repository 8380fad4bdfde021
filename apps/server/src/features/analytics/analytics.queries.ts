import type { Analytics, DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** The external source of the company; undefined if it has none. */
export const findSource = async ({ db }: CompanyScope): Promise<Analytics | undefined> => {
  const found = await db
    .selectFrom("company_configurations")
    .select(["analytics_source", "looker_dashboard_url", "domo_dashboards"])
    .executeTakeFirst();
  if (!found?.analytics_source) return undefined;
  return {
    analytics_source: found.analytics_source as Analytics["analytics_source"],
    looker_dashboard_url: found.looker_dashboard_url,
    domo_dashboards: found.domo_dashboards as unknown as DomoDashboard[],
  };
};

/** The addresses of all external dashboards: of one company, or of every company. */
export const externalAddresses = async (
  db: Kysely<Tables>,
  companyId: number | undefined,
): Promise<string[]> => {
  const { rows } = await sql<{ address: string }>`
    select distinct address from company_configurations configuration
    cross join lateral (
      select configuration.looker_dashboard_url as address where configuration.analytics_source = 'LOOKER'
      union all
      select entry->>'url' from jsonb_array_elements(configuration.domo_dashboards) as entry
      where configuration.analytics_source = 'DOMO') as embedded
    where address is not null ${companyId === undefined ? sql`` : sql`and configuration.company_id = ${companyId}`}`.execute(
    db,
  );
  return rows.map(({ address }) => address);
};
