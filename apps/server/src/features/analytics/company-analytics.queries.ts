import type { CompanyAnalytics } from "@mcc/contract/analytics/company-analytics.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** Undefined if there is no such company; without a configuration it has no source. */
export const findCompanySource = (db: Kysely<Tables>, companyId: number, { locks = false } = {}) =>
  db
    .selectFrom("companies")
    .leftJoin("company_configurations as configuration", "configuration.company_id", "companies.id")
    .select([
      "companies.name",
      "configuration.company_id as configured",
      "configuration.analytics_source",
      "configuration.looker_dashboard_url",
      "configuration.domo_dashboards",
    ])
    .where("companies.id", "=", companyId)
    .$if(locks, (query) => query.forUpdate("companies"))
    .executeTakeFirst();

export const updateCompanySource = (
  db: Kysely<Tables>,
  companyId: number,
  { analytics_source, looker_dashboard_url, domo_dashboards }: CompanyAnalytics,
) =>
  db
    .updateTable("company_configurations")
    .set({
      analytics_source,
      looker_dashboard_url,
      domo_dashboards: sql`${JSON.stringify(domo_dashboards)}::jsonb`,
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .execute();
