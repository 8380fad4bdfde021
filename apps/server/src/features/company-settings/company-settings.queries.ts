import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

export const findConfiguration = ({ db, companyId }: CompanyScope) =>
  db
    .selectFrom("company_configurations")
    .select([
      "company_id as id",
      "username_prefix",
      "has_order_approval",
      "has_order_tracking",
      "has_company_hierarchy",
      "allow_self_approval",
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

export const setConfiguration = (
  { db, companyId }: CompanyScope,
  settings: { has_order_approval: boolean | null; allow_self_approval: boolean },
) =>
  db
    .updateTable("company_configurations")
    .set({ ...settings, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .execute();
