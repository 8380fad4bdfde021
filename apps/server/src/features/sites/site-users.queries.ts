import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition, type Window } from "../../platform/lists/list.ts";

/**
 * The users of the site in the current row, as `id`, `value` (the username) and names. The rule of `tenant.enter`, applied to
 * the site: without a hierarchy the assigned users; with one, the users on its node or above it without a policy for
 * other sites, and users without a node but with a policy for it.
 */
export const usersOfSite = ({ companyId, who }: CompanyScope): Condition =>
  who.company?.has_company_hierarchy
    ? sql`
  select users.id, users.username as value, users.first_name, users.last_name from users
  where users.company_id = ${companyId} and users.deleted_at is null and users.node_id = any(array(
      with recursive above as (
        select id, parent_id from organization_nodes where company_id = ${companyId} and id = sites.node_id
        union all
        select node.id, node.parent_id from above
        join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
      select id from above))
    and (not exists (select from policy_sites policy where policy.company_id = ${companyId} and policy.user_id = users.id)
      or exists (select from policy_sites policy where policy.company_id = ${companyId}
        and policy.user_id = users.id and policy.site_id = sites.id))
  union all
  select users.id, users.username, users.first_name, users.last_name from policy_sites policy
  join users on users.company_id = ${companyId} and users.id = policy.user_id
  where policy.company_id = ${companyId} and policy.site_id = sites.id
    and users.node_id is null and users.deleted_at is null`
    : sql`
  select users.id, users.username as value, users.first_name, users.last_name from site_users assigned
  join users on users.company_id = ${companyId} and users.id = assigned.user_id
  where assigned.company_id = ${companyId} and assigned.site_id = sites.id and users.deleted_at is null`;

/** The first username of each site, where users are assigned to sites. */
export const firstUsersOfSites = ({ companyId, who }: CompanyScope): Condition | undefined =>
  who.company?.has_company_hierarchy
    ? undefined
    : sql`
  select assigned.site_id as id, min(users.username) as value from site_users assigned
  join users on users.company_id = ${companyId} and users.id = assigned.user_id
  where assigned.company_id = ${companyId} and users.deleted_at is null group by assigned.site_id`;

const ACCOUNT = sql`'id', shown.id, 'username', shown.value`;
const NAME = sql`'first_name', shown.first_name, 'last_name', shown.last_name`;
/** What is said of a user: the account, the name, or both. */
export const SAYS = { account: ACCOUNT, name: NAME, both: sql`${ACCOUNT}, ${NAME}` } as const;

/** The users of the site in the current row as JSON, by username: all of them, or one page. */
export const usersJson = (scope: CompanyScope, window = sql``, says = SAYS.account) => sql`
  (select coalesce(json_agg(json_build_object(${says}) order by shown.value), '[]')
    from (select * from (${usersOfSite(scope)}) as each order by value ${window}) as shown)`;
export const usersCount = (scope: CompanyScope) =>
  sql`(select count(*) from (${usersOfSite(scope)}) as each)`;

/** The sites that a user sees; deleted ones are excluded. */
export const visibleSites = ({
  companyId,
  siteIds,
}: Pick<CompanyScope, "companyId" | "siteIds">): Condition[] => [
  sql`sites.company_id = ${companyId} and sites.deleted_at is null`,
  ...(siteIds === "all" ? [] : [sql`sites.id = any(${siteIds})`]),
];

export const findSiteUsers = async (scope: CompanyScope, id: number, { limit, offset }: Window) => {
  const window = sql`limit ${limit} offset ${offset}`;
  const { rows } = await sql<{ count: number; results: { id: number; username: string }[] }>`
    select ${usersCount(scope)} as count, ${usersJson(scope, window)} as results
    from sites where ${allConditions([sql`sites.id = ${id}`, ...visibleSites(scope)])}`.execute(scope.db);
  return rows[0];
};
