import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Condition, Window } from "../../platform/lists/list.ts";

/**
 * The sites of the user in the current row, as `id` and `value` (the name). The rule of `mcc.access_of`, for many users
 * at once and without what company admins see besides: without a hierarchy the assigned sites; with one, those of the
 * user's node and below it, limited by policy sites where there are any, and without a node exactly the policy sites.
 */
export const sitesOfUser = ({ companyId, who }: CompanyScope): Condition => {
  if (!who.company?.has_company_hierarchy)
    return sql`
  select sites.id, sites.name as value from site_users assigned
  join sites on sites.company_id = ${companyId} and sites.id = assigned.site_id
  where assigned.company_id = ${companyId} and assigned.user_id = users.id and sites.deleted_at is null`;
  const policy = sql`select site_id from policy_sites where company_id = ${companyId} and user_id = users.id`;
  return sql`
  select sites.id, sites.name as value from sites
  where sites.company_id = ${companyId} and sites.deleted_at is null and sites.node_id = any(array(
      with recursive below as (
        select id from organization_nodes where company_id = ${companyId} and id = users.node_id
        union all
        select child.id from below
        join organization_nodes child on child.company_id = ${companyId} and child.parent_id = below.id)
      select id from below))
    and (not exists (${policy}) or sites.id in (${policy}))
  union all
  select sites.id, sites.name from sites
  where sites.company_id = ${companyId} and sites.deleted_at is null
    and users.node_id is null and sites.id in (${policy})`;
};

/** The first site of each user, where users are assigned to sites. */
export const firstSitesOfUsers = ({ companyId, who }: CompanyScope): Condition | undefined =>
  who.company?.has_company_hierarchy
    ? undefined
    : sql`
  select assigned.user_id as id, min(sites.name) as value from site_users assigned
  join sites on sites.company_id = ${companyId} and sites.id = assigned.site_id
  where assigned.company_id = ${companyId} and sites.deleted_at is null group by assigned.user_id`;

/** The sites of the user in the current row as JSON, by name: all of them, or one page. */
export const sitesJson = (scope: CompanyScope, window = sql``) => sql`
  (select coalesce(json_agg(json_build_object('id', id, 'name', value) order by ${naturalSort(sql`value`)}, id), '[]')
    from (select id, value from (${sitesOfUser(scope)}) as each order by ${naturalSort(sql`value`)}, id ${window}) as shown)`;
export const sitesCount = (scope: CompanyScope) =>
  sql`(select count(*)::int from (${sitesOfUser(scope)}) as each)`;

interface NamedSite {
  id: number;
  name: string;
}

export const findUserSites = async (scope: CompanyScope, id: number, { limit, offset }: Window) => {
  const { rows } = await sql<{ count: number; results: NamedSite[] }>`
    select ${sitesCount(scope)} as count, ${sitesJson(scope, sql`limit ${limit} offset ${offset}`)} as results
    from users where company_id = ${scope.companyId} and id = ${id} and deleted_at is null`.execute(scope.db);
  return rows[0];
};

/** Sites of the company that are there, among these; they stay until the transaction ends. */
export const lockSites = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from sites where company_id = ${companyId} and id = any(${ids}) and deleted_at is null
    order by id for key share`.execute(db);
  return rows.map(({ id }) => id);
};

export const assignedSites = async ({ db, companyId }: CompanyScope, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ site_id: number }>`
    select site_id from site_users where company_id = ${companyId} and user_id = ${userId} order by site_id`.execute(
    db,
  );
  return rows.map(({ site_id }) => site_id);
};

/** A site that the user has already keeps them as they are, but for `is_admin`. */
export const assignSites = async (
  { db }: CompanyScope,
  userId: number,
  sites: readonly { readonly site: number; readonly is_admin: boolean }[],
): Promise<void> => {
  await sql`insert into site_users as held (user_id, site_id, is_admin)
    select ${userId}, site, is_admin
    from json_to_recordset(${JSON.stringify(sites)}::json) as given (site bigint, is_admin boolean) order by site
    on conflict (company_id, user_id, site_id) do update set is_admin = excluded.is_admin
      where held.is_admin <> excluded.is_admin`.execute(db);
};

export const unassignSites = async (
  { db, companyId }: CompanyScope,
  userId: number,
  siteIds: readonly number[],
): Promise<void> => {
  await sql`delete from site_users
    where company_id = ${companyId} and user_id = ${userId} and site_id = any(${siteIds})`.execute(db);
};

export const copySites = async ({ db, companyId }: CompanyScope, from: number, to: number): Promise<void> => {
  await sql`insert into site_users (user_id, site_id, is_admin)
    select ${to}, site_id, is_admin from site_users where company_id = ${companyId} and user_id = ${from}`.execute(
    db,
  );
};

export const copyPolicy = async (
  { db, companyId }: CompanyScope,
  from: number,
  to: number,
): Promise<void> => {
  await sql`insert into policy_sites (user_id, site_id)
    select ${to}, site_id from policy_sites where company_id = ${companyId} and user_id = ${from}`.execute(
    db,
  );
};

/** What another user has enabled among the alert rules of the sites that both have. */
export const copyTriggers = async (scope: CompanyScope, from: number, to: number): Promise<void> => {
  const { db, companyId } = scope;
  await sql`insert into triggers as held (user_id, site_id, rule, frequency, value, range_value, enabled)
    select ${to}, site_id, rule, frequency, value, range_value, enabled
    from triggers where company_id = ${companyId} and user_id = ${from} and site_id in (
      select each.id from users cross join lateral (${sitesOfUser(scope)}) as each
      where users.company_id = ${companyId} and users.id = ${to})
    on conflict (company_id, user_id, site_id, rule) do update
      set frequency = excluded.frequency, value = excluded.value, range_value = excluded.range_value,
        enabled = excluded.enabled, updated_at = now()`.execute(db);
};

/** Where a user who is deleted was assigned to. */
export const deleteAssignments = async ({ db, companyId }: CompanyScope, userId: number): Promise<void> => {
  for (const table of ["site_users", "policy_sites"])
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and user_id = ${userId}`.execute(
      db,
    );
};
