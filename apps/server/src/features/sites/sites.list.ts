import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { type SiteRow, USERS_IN_ROW } from "@mcc/contract/sites/sites.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { value, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { groupsOfSelection } from "../hierarchy/hierarchy.service.ts";
import { usersCount, usersJson, usersOfSite, visibleSites } from "./site-users.queries.ts";

type SiteRecord = Omit<SiteRow, "groups">;

const LITE = sql`sites.id, sites.name, sites.node_id as node`;

const fieldsOf = (scope: CompanyScope, untrimmed = false) => sql`${LITE},
  sites.location_name, sites.division, sites.business_unit, sites.region, sites.ecommerce_username,
  sites.ecommerce_user_email, sites.enable_analytics, sites.buyout_site,
  case when site_types.id is not null then json_build_object('id', site_types.id, 'name', site_types.name) end as site_type,
  (select json_build_object('id', warehouses.id, 'name', warehouses.name) from warehouses
    where warehouses.company_id = ${scope.companyId} and warehouses.id = sites.warehouse_id) as site_warehouse,
  exists (select from approval_rule_sites held
    where held.company_id = ${scope.companyId} and held.site_id = sites.id) as has_approval_rule,
  ${usersJson(scope, untrimmed ? sql`` : sql`limit ${sql.lit(USERS_IN_ROW)}`)} as users,
  ${usersCount(scope)} as users_count`;

/** Sites as the list, the selectors and the export read them. */
export const siteSource = plainList<typeof siteList, SiteRecord>(siteList, {
  from: sql`sites left join site_types on site_types.company_id = sites.company_id and site_types.id = sites.site_type_id`,
  id: sql`sites.id`,
  visible: visibleSites,
  columns: {
    name: value(sql`sites.name`),
    location_name: value(sql`sites.location_name`),
    site_type: value(sql`site_types.name`),
    business_unit: value(sql`sites.business_unit`),
    division: value(sql`sites.division`),
    region: value(sql`sites.region`),
    user: values(usersOfSite),
  },
  search: sql`concat_ws(' ', sites.name, sites.location_name, sites.ecommerce_username, sites.business_unit,
    sites.division, sites.region)`,
  site: sql`sites.id`,
  fields: (scope, { query }) => (query.liteVersion ? LITE : fieldsOf(scope, query.untrimmed)),
  toRows: async (records, scope, { query }) => {
    if (query.liteVersion) return records as SiteRow[];
    const ids = records.map(({ id }) => id);
    const groupsOf = await groupsOfSelection(scope, { name: "sites", ids: sql`${ids}::bigint[]` });
    return records.map((record) => ({ ...record, groups: groupsOf(record.id) }));
  },
});
