import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** Those of these users that are there; nobody else changes them until the transaction ends. */
export const lockUsers = async ({ db, companyId }: CompanyScope, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from users
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for no key update`.execute(db);
  return rows;
};

/** Whether a company admin is left besides these users. */
export const hasAdminBesides = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where company_id = ${companyId} and is_company_admin
      and deleted_at is null and disabled_at is null and id <> all(${ids}::bigint[])) as found`.execute(db);
  return rows[0]?.found === true;
};

interface NewAccess {
  readonly id: number;
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly is_company_admin: boolean;
  readonly site_ids: readonly number[];
}

export const setAccessOfUsers = async (
  { db, companyId }: CompanyScope,
  users: readonly NewAccess[],
): Promise<void> => {
  await sql`update users set role_id = given.role_id, node_id = given.node_id,
      is_company_admin = given.is_company_admin, updated_at = now()
    from json_to_recordset(${JSON.stringify(users)}::json)
      as given (id bigint, role_id bigint, node_id bigint, is_company_admin boolean)
    where users.company_id = ${companyId} and users.id = given.id`.execute(db);
};

/** Each user then has these sites and no others. */
export const setSitesOfUsers = async (
  { db, companyId }: CompanyScope,
  users: readonly NewAccess[],
): Promise<void> => {
  const wanted = sql`select given.id as user_id, site.id as site_id
    from json_to_recordset(${JSON.stringify(users)}::json) as given (id bigint, site_ids bigint[])
    cross join unnest(given.site_ids) as site (id)`;
  const ids = users.map(({ id }) => id);
  await sql`delete from site_users using (
      select held.user_id, held.site_id from site_users held
      where held.company_id = ${companyId} and held.user_id = any(${ids}::bigint[])
      except ${wanted}) as lost
    where site_users.company_id = ${companyId} and site_users.user_id = lost.user_id
      and site_users.site_id = lost.site_id`.execute(db);
  await sql`insert into site_users (user_id, site_id) select user_id, site_id from (${wanted}) as given
    order by user_id, site_id on conflict do nothing`.execute(db);
};
