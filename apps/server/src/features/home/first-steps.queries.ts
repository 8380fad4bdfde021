import { FIRST_STEPS_PREFERENCE } from "@mcc/contract/home/home.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

interface Progress {
  readonly is_recent: boolean;
  readonly is_dismissed: boolean;
  readonly sites: boolean;
  /** Someone beside the user. */
  readonly users: boolean;
  readonly rules: boolean;
  readonly orders: boolean;
}

export const findProgress = async ({ db, companyId, who }: CompanyScope, recentDays: number) => {
  const { rows } = await sql<Progress>`
    select coalesce((select created_at from company_configurations where company_id = ${companyId})
        > now() - make_interval(days => ${recentDays}), false) as is_recent,
      exists (select from user_preferences where company_id = ${companyId} and user_id = ${who.id}
        and key = ${FIRST_STEPS_PREFERENCE} and value @> '["dismissed"]') as is_dismissed,
      exists (select from sites where company_id = ${companyId} and deleted_at is null) as sites,
      exists (select from users where company_id = ${companyId} and deleted_at is null and id <> ${who.id}) as users,
      exists (select from approval_rules where company_id = ${companyId}) as rules,
      exists (select from orders where company_id = ${companyId}) as orders`.execute(db);
  return rows[0];
};
