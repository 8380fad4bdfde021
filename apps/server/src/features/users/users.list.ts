import { POLICY_SITES_IN_ROW } from "@mcc/contract/users/policies.list.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { SITES_IN_ROW, type UserRow } from "@mcc/contract/users/users.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { value, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { groupsOfNodes, groupsOfSelection } from "../../platform/lists/site-groups.ts";
import { isKeptByDirectory, keptByDirectory } from "../../platform/records/kept-by-directory.ts";
import { hasPolicy, withPolicy } from "./policies.queries.ts";
import { firstSitesOfUsers, sitesCount, sitesJson, sitesOfUser } from "./user-sites.queries.ts";
import { DISPLAY_NAME, SEARCHED } from "./users.queries.ts";

export type UserRecord = Omit<
  UserRow,
  "groups" | "site_groups" | "company" | "last_login" | "is_approver"
> & {
  last_login: Date | null;
  /** Has the role that approves the further step of a budget. */
  decides_budgets: boolean;
};

const fieldsOf = (
  scope: CompanyScope,
) => sql`users.id, users.username, users.first_name, users.last_name, users.email,
  users.last_login, users.alerts_enabled, users.enable_analytics, users.enable_text_messages, users.phone,
  users.node_id as node, users.is_company_admin, users.disabled_at is null as is_active,
  users.password_hash is null and users.last_login is null and users.disabled_at is null as is_invited,
  ${keptByDirectory(scope.companyId)} as directory,
  case when roles.id is not null then json_build_object('id', roles.id, 'name', roles.name) end as role,
  exists (select from approval_rules rule where rule.company_id = ${scope.companyId}
    and (rule.user_id = users.id or rule.role_id = users.role_id)) as has_approval_rule,
  exists (select from budgets where company_id = ${scope.companyId} and role_id = users.role_id
    and deleted_at is null) as decides_budgets`;

const SHOWN = sql`limit ${sql.lit(SITES_IN_ROW)}`;
export const withSites = (scope: CompanyScope, all = false) =>
  sql`${fieldsOf(scope)}, ${sitesJson(scope, all ? sql`` : SHOWN)} as sites, ${sitesCount(scope)} as sites_count`;
const POLICY_SHOWN = sql`limit ${sql.lit(POLICY_SITES_IN_ROW)}`;
const LITE = sql`users.id, users.username, users.first_name, users.last_name, users.is_company_admin`;

export const FROM_USERS = sql`users
  left join roles on roles.company_id = users.company_id and roles.id = users.role_id`;

const distinctBy = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

/** With the groups of their nodes and of the sites they show. */
export const toUserRows = async (records: readonly UserRecord[], scope: CompanyScope): Promise<UserRow[]> => {
  const { company } = scope.who;
  const siteIds = [...new Set(records.flatMap(({ sites }) => sites.map(({ id }) => id)))];
  const nodeIds = [...new Set(records.flatMap(({ node }) => node ?? []))];
  const [ofNode, ofSite] = await Promise.all([
    groupsOfNodes(scope, nodeIds),
    groupsOfSelection(scope, { name: "sites", ids: sql`${siteIds}::bigint[]` }),
  ]);
  return records.map(({ decides_budgets, ...record }) => ({
    ...record,
    last_login: record.last_login?.toISOString() ?? null,
    is_approver: (record.has_approval_rule || decides_budgets) && company?.has_order_approval === true,
    groups: record.node === null ? [] : ofNode(record.node),
    site_groups: distinctBy(
      record.sites.flatMap(({ id }) => ofSite(id)),
      ({ id, node }) => `${id}/${node}`,
    ),
    company: {
      id: scope.companyId,
      short_name: company?.short_name ?? "",
      has_company_hierarchy: company?.has_company_hierarchy === true,
      has_location_name_required: company?.has_location_name_required === true,
    },
  }));
};

/** Users as the list, the selectors and the export read them. */
export const userSource = plainList<typeof userList, UserRecord>(userList, {
  from: FROM_USERS,
  id: sql`users.id`,
  visible: ({ companyId }) => [sql`users.company_id = ${companyId} and users.deleted_at is null`],
  extra: ({ hasPolicies, never_signed_in, kept_by_directory }, scope) => [
    ...(hasPolicies === undefined ? [] : [hasPolicies ? hasPolicy(scope) : sql`not ${hasPolicy(scope)}`]),
    ...(never_signed_in === undefined ? [] : [sql`(users.last_login is null) = ${never_signed_in}`]),
    ...(kept_by_directory === undefined
      ? []
      : [sql`(${isKeptByDirectory(scope.companyId)}) = ${kept_by_directory}`]),
  ],
  columns: {
    username: value(sql`users.username`),
    role: value(sql`roles.name`),
    name: value(DISPLAY_NAME),
    email: value(sql`users.email`),
    lastLogin: value(sql`users.last_login`),
    site: values(sitesOfUser, firstSitesOfUsers),
    alerts_enabled: value(sql`case when users.alerts_enabled then 'Enabled' else 'Disabled' end`),
  },
  search: SEARCHED,
  fields: (scope, { query }) => {
    const fields = withSites(scope, query.untrimmed);
    return query.hasPolicies ? withPolicy(scope, fields, query.untrimmed ? sql`` : POLICY_SHOWN) : fields;
  },
  lite: { fields: LITE },
  toRows: toUserRows,
});
