import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** Undefined if there is no such company; without a configuration it has none of it. */
export const findIntegration = (db: Kysely<Tables>, companyId: number, { locks = false } = {}) =>
  db
    .selectFrom("companies")
    .leftJoin("company_configurations as configuration", "configuration.company_id", "companies.id")
    .select([
      "companies.name",
      "configuration.company_id as configured",
      "configuration.event_url",
      "configuration.event_secret",
      "configuration.event_previous_secret",
      "configuration.event_both_until",
      "configuration.event_older_until",
      "configuration.tracking_url_template",
    ])
    .where("companies.id", "=", companyId)
    .$if(locks, (query) => query.forUpdate("companies"))
    .executeTakeFirst();
export type IntegrationRecord = NonNullable<Awaited<ReturnType<typeof findIntegration>>>;
