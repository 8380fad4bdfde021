import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

export const findConfiguration = ({ db, companyId }: CompanyScope) =>
  db
    .selectFrom("company_configurations")
    .select([
      "company_id as id",
      "username_prefix",
      "has_order_approval",
      "has_order_tracking",
      "has_company_hierarchy",
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

export const setApprovals = ({ db, companyId }: CompanyScope, enabled: boolean) =>
  db
    .updateTable("company_configurations")
    .set({ has_order_approval: enabled, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .execute();
