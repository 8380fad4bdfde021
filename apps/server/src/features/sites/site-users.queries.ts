import { sql } from "kysely";
import type { Condition } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/**
 * The users of the site in the row at hand, as `id` and `value` (the username). The rule of `tenant.enter`, asked of the
 * site: without a hierarchy whoever it is assigned to; with one, whoever is on its node or above it and whom no policy
 * limits to other sites, and whoever has no node but a policy for it.
 */
export const usersOfSite = ({ companyId, who }: CompanyScope): Condition =>
  who.company?.has_company_hierarchy
    ? sql`
  select users.id, users.username as value from users
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
  select users.id, users.username from policy_sites policy
  join users on users.company_id = ${companyId} and users.id = policy.user_id
  where policy.company_id = ${companyId} and policy.site_id = sites.id
    and users.node_id is null and users.deleted_at is null`
    : sql`
  select users.id, users.username as value from site_users assigned
  join users on users.company_id = ${companyId} and users.id = assigned.user_id
  where assigned.company_id = ${companyId} and assigned.site_id = sites.id and users.deleted_at is null`;
