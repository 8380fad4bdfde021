import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/**
 * The named emergency admins who can sign in, while single sign-on is required. They are the way in when the provider
 * is down. Until the transaction ends, nobody else takes one of them away.
 */
export const lockEmergencyAdmins = async ({ db, companyId }: CompanyScope): Promise<readonly number[]> => {
  const policy = await db
    .selectFrom("security_policies")
    .select("emergency_admins")
    .where("company_id", "=", companyId)
    .where("sso_required", "=", true)
    .forUpdate()
    .executeTakeFirst();
  if (!policy) return [];
  const { rows } = await sql<{ id: number }>`
    select id from users where company_id = ${companyId} and id = any(${policy.emergency_admins}::bigint[])
      and is_company_admin and deleted_at is null and disabled_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whether the company has named the user as an emergency admin. */
export const isEmergencyAdmin = async ({ db, companyId }: CompanyScope, id: number): Promise<boolean> => {
  const { rows } = await sql`select from security_policies
    where company_id = ${companyId} and ${id} = any(emergency_admins)`.execute(db);
  return rows.length > 0;
};
