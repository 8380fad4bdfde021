import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Condition } from "../../platform/lists/list.ts";

const policyOf = ({ companyId }: CompanyScope) =>
  sql`policy_sites policy where policy.company_id = ${companyId} and policy.user_id = users.id`;

/** Whether the user in the current row has a policy. */
export const hasPolicy = (scope: CompanyScope): Condition => sql`exists (select from ${policyOf(scope)})`;

/** Fields of the user in the current row, and the sites of their policy: all of them, or the first. */
export const withPolicy = (scope: CompanyScope, fields: Condition, window = sql``): Condition => {
  const sites = sql`select sites.id, sites.name from sites
      where sites.company_id = ${scope.companyId} and sites.deleted_at is null
        and sites.id in (select policy.site_id from ${policyOf(scope)})`;
  const order = sql`${naturalSort(sql`name`)}, id`;
  return sql`${fields}, (select count(*)::int from (${sites}) as each) as policy_sites_count,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by ${order}), '[]')
      from (${sites} order by ${order} ${window}) as shown) as policy_sites`;
};

export const policySites = async ({ db, companyId }: CompanyScope, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ site_id: number }>`
    select site_id from policy_sites where company_id = ${companyId} and user_id = ${userId} order by site_id`.execute(
    db,
  );
  return rows.map(({ site_id }) => site_id);
};

/** The user is then limited to these sites, or to none in particular. */
export const setPolicy = async (
  { db, companyId }: CompanyScope,
  userId: number,
  siteIds: readonly number[],
): Promise<void> => {
  await sql`delete from policy_sites
    where company_id = ${companyId} and user_id = ${userId} and site_id <> all(${siteIds})`.execute(db);
  await sql`insert into policy_sites (user_id, site_id)
    select ${userId}, id from unnest(${siteIds}::bigint[]) as given (id) order by id on conflict do nothing`.execute(
    db,
  );
};
