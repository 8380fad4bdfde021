import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition, contains } from "../../platform/lists/list.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";

const atSites = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  sql`alerts.company_id = ${companyId}`,
  ...(siteIds === "all" ? [] : [sql`alerts.site_id = any(${siteIds})`]),
];

/** The alerts for the signed-in user, at the sites they may see. */
export const ownAlerts = (scope: CompanyScope): Condition[] => [
  sql`alerts.user_id = ${scope.who.id}`,
  ...atSites(scope),
];

// Every alert has a site and a user. The joins are left ones, so that counting and paging leave them out.
const FROM = sql`alerts
  left join sites on sites.company_id = alerts.company_id and sites.id = alerts.site_id
  left join users on users.company_id = alerts.company_id and users.id = alerts.user_id`;

type AlertRecord = Omit<Alert, "site_groups" | "created"> & { site_id: number; created: Date };

const fieldsOf = ({ who }: CompanyScope) => sql`alerts.id, alerts.site_id, sites.name as site,
  case when alerts.order_identifier is not null
    then json_build_object('identifier', alerts.order_identifier) end as order,
  users.username as user, alerts.content, alerts.created,
  alerts.user_id = ${who.id} and alerts.read_at is null as unread`;

const toRows = async (records: readonly AlertRecord[], scope: CompanyScope): Promise<Alert[]> => {
  const siteIds = [...new Set(records.map(({ site_id }) => site_id))];
  const groupsOf = await groupsOfSelection(scope, { name: "sites", ids: sql`${siteIds}::bigint[]` });
  return records.map(({ site_id, created, ...record }) => ({
    ...record,
    site_groups: groupsOf(site_id),
    created: created.toISOString(),
  }));
};

/**
 * In parts, each of which an index finds; the content of an alert about an order names the order. Sites and users are
 * found before: a part that finds nothing is left out, since it would keep PostgreSQL from using the index of contents.
 */
const searched = async (typed: string, { companyId, db }: CompanyScope): Promise<Condition> => {
  const named = (table: string, column: string) =>
    sql`array(select id from ${sql.table(table)} where company_id = ${companyId} and ${contains(sql.ref(column), typed)})`;
  const { rows } = await sql<{ sites: number[]; users: number[] }>`
    select ${named("sites", "name")} as sites, ${named("users", "username")} as users`.execute(db);
  const [{ sites, users } = { sites: [], users: [] }] = rows;
  const parts = [
    contains(sql`alerts.content`, typed),
    ...(sites.length > 0 ? [sql`alerts.site_id = any(${sites}::bigint[])`] : []),
    ...(users.length > 0 ? [sql`alerts.user_id = any(${users}::bigint[])`] : []),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
};

export const alertSource = plainList<typeof alertList, AlertRecord>(alertList, {
  from: FROM,
  id: sql`alerts.id`,
  visible: (scope) => (scope.who.is_company_admin ? atSites(scope) : ownAlerts(scope)),
  columns: {
    site: value(sql`sites.name`),
    order: value(sql`alerts.order_identifier`),
    user: value(sql`users.username`),
    content: value(sql`alerts.content`),
    created: requiredValue(sql`alerts.created`),
  },
  search: searched,
  site: sql`alerts.site_id`,
  fields: fieldsOf,
  toRows,
});

/** The newest alerts for the user, of those that are newer than one. */
export const newestAlerts = async (scope: CompanyScope, limit: number, after = 0): Promise<Alert[]> => {
  const { rows } = await sql<AlertRecord>`select ${fieldsOf(scope)} from ${FROM}
    where ${allConditions([...ownAlerts(scope), sql`alerts.id > ${after}`])}
    order by alerts.id desc limit ${limit}`.execute(scope.db);
  return toRows(rows, scope);
};
