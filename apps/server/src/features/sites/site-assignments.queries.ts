import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** How many of these are users of the company. */
export const countUsers = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where company_id = ${companyId} and id = any(${ids}) and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The users who are assigned to a site; deleted ones are excluded. */
export const assignedUsers = async ({ db, companyId }: CompanyScope, siteId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select users.id from site_users assigned
    join users on users.company_id = ${companyId} and users.id = assigned.user_id and users.deleted_at is null
    where assigned.company_id = ${companyId} and assigned.site_id = ${siteId} order by users.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Users who are assigned to a site are always its admins. */
export const addAssignments = ({ db }: CompanyScope, siteId: number, userIds: readonly number[]) =>
  sql`
    insert into site_users (site_id, user_id, is_admin) select ${siteId}, id, true
    from unnest(${userIds}::bigint[]) as given (id) order by id on conflict do nothing`.execute(db);

export const removeAssignmentsExcept = (
  { db, companyId }: CompanyScope,
  siteId: number,
  userIds: readonly number[],
) =>
  sql`
    delete from site_users
    where company_id = ${companyId} and site_id = ${siteId} and user_id <> all(${userIds})`.execute(db);
