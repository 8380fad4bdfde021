import { type RawBuilder, sql } from "kysely";

type Condition = RawBuilder<unknown>;

/** The node of a site and its ancestors; none without hierarchy. */
export const nodePath = (companyId: number, siteId: Condition): Condition => sql`array(
  with recursive above as (
    select node.id, node.parent_id from sites
    join organization_nodes node on node.company_id = ${companyId} and node.id = sites.node_id
    join company_configurations settings on settings.company_id = ${companyId} and settings.has_company_hierarchy
    where sites.company_id = ${companyId} and sites.id = ${siteId}
    union all
    select node.id, node.parent_id
    from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
  select id from above)`;

/** Whether a user may see a site; `path` is the site's node and its ancestors. */
export const seesSite = (
  companyId: number,
  hierarchy: boolean,
  siteId: Condition,
  path: Condition,
): Condition => {
  const policy = sql`select from policy_sites where company_id = ${companyId} and user_id = person.id`;
  return hierarchy
    ? sql`(person.is_company_admin or case when person.node_id is null
        then exists (${policy} and site_id = ${siteId})
        else person.node_id = any(${path}) and (not exists (${policy}) or exists (${policy} and site_id = ${siteId})) end)`
    : sql`(person.is_company_admin or exists (select from site_users
        where company_id = ${companyId} and user_id = person.id and site_id = ${siteId}))`;
};
