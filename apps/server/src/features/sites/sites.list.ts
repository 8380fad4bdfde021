import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { type SiteRecord, type SiteRow, USERS_IN_ROW } from "@mcc/contract/sites/sites.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions } from "../../platform/lists/list.ts";
import { value, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";
import { sitesWithoutApprover } from "../approval-steps/attention.conditions.ts";
import {
  firstUsersOfSites,
  SAYS,
  usersCount,
  usersJson,
  usersOfSite,
  visibleSites,
} from "./site-users.queries.ts";

/** Each site with the groups of the hierarchy above it. */
const withGroups = async <Site extends { id: number }>(scope: CompanyScope, sites: readonly Site[]) => {
  const ids = sites.map(({ id }) => id);
  const groupsOf = await groupsOfSelection(scope, { name: "sites", ids: sql`${ids}::bigint[]` });
  return sites.map((site) => ({ ...site, groups: groupsOf(site.id) }));
};

const LITE = sql`sites.id, sites.name, sites.node_id as node`;

const FEW = sql`limit ${sql.lit(USERS_IN_ROW)}`;

/** What a site says of itself beside its users. */
const ownFields = (scope: CompanyScope) => sql`${LITE},
  sites.location_name, sites.division, sites.business_unit, sites.region, sites.ecommerce_username,
  sites.ecommerce_user_email, sites.enable_analytics, sites.buyout_site,
  case when site_types.id is not null then json_build_object('id', site_types.id, 'name', site_types.name) end as site_type,
  (select json_build_object('id', warehouses.id, 'name', warehouses.name) from warehouses
    where warehouses.company_id = ${scope.companyId} and warehouses.id = sites.warehouse_id) as site_warehouse,
  exists (select from approval_rule_sites held
    where held.company_id = ${scope.companyId} and held.site_id = sites.id) as has_approval_rule,
  (select node.name from organization_nodes node
    where node.company_id = ${scope.companyId} and node.id = sites.node_id) as node_name,
  ${usersCount(scope)} as users_count`;

const fieldsOf = (scope: CompanyScope, untrimmed = false) =>
  untrimmed
    ? sql`${ownFields(scope)}, ${usersJson(scope)} as users, ${usersJson(scope, sql``, SAYS.name)} as users_user`
    : sql`${ownFields(scope)}, ${usersJson(scope, FEW)} as users`;

const FROM = sql`sites left join site_types on site_types.company_id = sites.company_id and site_types.id = sites.site_type_id`;

/** Sites as the list, the selectors and the export read them. */
export const siteSource = plainList<typeof siteList, Omit<SiteRow, "groups">>(siteList, {
  from: FROM,
  id: sql`sites.id`,
  visible: visibleSites,
  extra: ({ named, without_approver }, scope) => [
    ...(named ? [sql`lower(sites.name) = lower(${named})`] : []),
    ...(without_approver === undefined
      ? []
      : [sql`(sites.id in (${sitesWithoutApprover(scope)})) = ${without_approver}`]),
  ],
  columns: {
    name: value(sql`sites.name`),
    location_name: value(sql`sites.location_name`),
    site_type: value(sql`site_types.name`),
    business_unit: value(sql`sites.business_unit`),
    division: value(sql`sites.division`),
    region: value(sql`sites.region`),
    user: values(usersOfSite, firstUsersOfSites),
  },
  // As in the index `sites_texts`.
  search: sql`sites.name || ' ' || coalesce(sites.location_name, '') || ' ' || sites.ecommerce_username
    || ' ' || coalesce(sites.business_unit, '') || ' ' || coalesce(sites.division, '') || ' ' || coalesce(sites.region, '')`,
  site: sql`sites.id`,
  fields: (scope, { query }) => fieldsOf(scope, query.untrimmed),
  lite: { fields: LITE },
  toRows: (records, scope) => withGroups(scope, records),
});

/** One site that the user may see, with the names of its users: of all who are assigned, or of the first in a hierarchy. */
export const findSiteRecord = async (scope: CompanyScope, id: number): Promise<SiteRecord | undefined> => {
  const window = scope.who.company?.has_company_hierarchy ? FEW : sql``;
  const { rows } = await sql<Omit<SiteRecord, "groups">>`
    select ${ownFields(scope)}, ${usersJson(scope, window, SAYS.both)} as users from ${FROM}
    where ${allConditions([sql`sites.id = ${id}`, ...visibleSites(scope)])}`.execute(scope.db);
  const [record] = await withGroups(scope, rows);
  return record;
};
