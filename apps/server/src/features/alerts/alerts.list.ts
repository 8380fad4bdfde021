import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  allConditions,
  COUNT_CAP,
  type Condition,
  contains,
  isExport,
  type Moments,
} from "../../platform/lists/list.ts";
import { personName } from "../../platform/lists/person-name.ts";
import { type Filters, requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";

const NAME = personName("users");
/** What finds a person: cells show the name, exports and sorting have the username. */
const NAMES = sql`concat_ws(' ', users.username, users.first_name, users.last_name)`;

/** In the portal: not those of rules that name other channels only. */
const IN_PORTAL = sql`(alerts.channels is null or 'portal' = any(alerts.channels))`;

const atSites = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  sql`alerts.company_id = ${companyId} and ${IN_PORTAL}`,
  ...(siteIds === "all" ? [] : [sql`(alerts.site_id is null or alerts.site_id = any(${siteIds}))`]),
];

/** The alerts for the signed-in user, at the sites they may see; one of a budget may have no site. */
export const ownAlerts = (scope: CompanyScope): Condition[] => [
  sql`alerts.user_id = ${scope.who.id}`,
  ...atSites(scope),
];

// Every alert has a user, and most have a site. The joins are left ones, so that counting and paging leave them out.
const FROM = sql`alerts
  left join sites on sites.company_id = alerts.company_id and sites.id = alerts.site_id
  left join users on users.company_id = alerts.company_id and users.id = alerts.user_id`;

type AlertRecord = Omit<Alert, "site_groups" | "created" | "others"> & {
  site_id: number | null;
  order_id: number | null;
  created: Date;
};

const fieldsOf = ({
  who,
}: CompanyScope) => sql`alerts.id, alerts.site_id, alerts.order_id, coalesce(sites.name, '') as site,
  case when alerts.order_identifier is not null
    then json_build_object('identifier', alerts.order_identifier) end as order,
  users.username as user, ${NAME} as user_name, alerts.content, alerts.created,
  alerts.user_id = ${who.id} and alerts.read_at is null as unread`;

type Entries = "own" | "everyone" | undefined;

const toRows = async (
  records: readonly AlertRecord[],
  scope: CompanyScope,
  entries?: Entries,
): Promise<Alert[]> => {
  const siteIds = [...new Set(records.flatMap(({ site_id }) => site_id ?? []))];
  const [groupsOf, othersOf] = await Promise.all([
    groupsOfSelection(scope, { name: "sites", ids: sql`${siteIds}::bigint[]` }),
    entries ? otherAlerts(scope, records, entries) : undefined,
  ]);
  return records.map(({ site_id, order_id: _, created, ...record }) => ({
    ...record,
    site_groups: site_id === null ? [] : groupsOf(site_id),
    created: created.toISOString(),
    others: othersOf?.get(record.id),
  }));
};

/** Other alerts that an entry lists; it says how many there are. */
const OTHERS_SHOWN = 20;

type Others = NonNullable<Alert["others"]>;

/** The other alerts about the orders of these entries: of the user, or of everyone. */
const otherAlerts = async (
  scope: CompanyScope,
  records: readonly AlertRecord[],
  entries: "own" | "everyone",
): Promise<Map<number, Others>> => {
  const { db, who } = scope;
  const about = records.filter(({ order_id }) => order_id !== null);
  const visible = allConditions(entries === "own" ? ownAlerts(scope) : atSites(scope));
  const { rows } = await sql<Others & { id: number }>`
    select entry.id, others.count, others.alerts
    from unnest(${about.map(({ id }) => id)}::bigint[], ${about.map(({ order_id }) => order_id)}::bigint[])
      as entry (id, order_id)
    cross join lateral (
      select count(*)::integer as count, json_agg(json_build_object('id', other.id, 'user', other.username,
        'user_name', other.name, 'content', other.content, 'created', other.created, 'unread', other.unread) order by other.id)
        filter (where other.place <= ${sql.lit(OTHERS_SHOWN)}) as alerts
      from (
        select alerts.id, users.username, ${NAME} as name, alerts.content, alerts.user_id = ${who.id} and alerts.read_at is null as unread,
          to_char(alerts.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
          row_number() over (order by alerts.id) as place
        from alerts left join users on users.company_id = alerts.company_id and users.id = alerts.user_id
        where ${visible} and alerts.order_id = entry.order_id and alerts.id <> entry.id) as other) as others
    where others.count > 0`.execute(db);
  return new Map(rows.map(({ id, ...others }) => [id, others]));
};

const areEntries = ({ entries, limit }: Filters): boolean =>
  entries !== undefined && !isExport({ limit: Number(limit ?? 0) });

/**
 * An entry stands for all alerts about its order. Where rows of one user are looked for, each user has entries; an export
 * has every alert.
 */
const entriesOnly = (filters: Filters, scope: CompanyScope): Condition[] => {
  const entries = filters.entries as Entries;
  if (!entries) return [];
  const own = entries === "own" || !scope.who.is_company_admin ? [sql`alerts.user_id = ${scope.who.id}`] : [];
  if (!areEntries(filters)) return own;
  const isOfUser = own.length > 0 || filters.user !== undefined || filters.search !== undefined;
  return [...own, isOfUser ? sql`alerts.is_entry` : sql`alerts.is_order_entry`];
};

/** An entry whose text is another one than that of an alert it stands for, such as `on a Monday`. */
const standsFor = (typed: string, companyId: number): Condition => sql`alerts.id in (
  select entry.id from alerts other
  join alerts entry on entry.company_id = ${companyId} and entry.order_id = other.order_id
    and entry.user_id = other.user_id and entry.is_entry
  where other.company_id = ${companyId} and not other.is_entry
    and (other.channels is null or 'portal' = any(other.channels)) and ${contains(sql`other.content`, typed)})`;

/**
 * In parts, each of which an index finds; the content of an alert about an order names the order. Sites and users are
 * found before: a part that finds nothing is left out, since it would keep PostgreSQL from using the index of contents.
 */
const searched = async (
  typed: string,
  { companyId, db }: CompanyScope,
  filters: Filters,
): Promise<Condition> => {
  const ids = (table: string, text: Condition) =>
    sql`array(select id from ${sql.table(table)} where company_id = ${companyId} and ${contains(text, typed)})`;
  const { rows } = await sql<{ sites: number[]; users: number[] }>`
    select ${ids("sites", sql`sites.name`)} as sites, ${ids("users", NAMES)} as users`.execute(db);
  const [{ sites, users } = { sites: [], users: [] }] = rows;
  const parts = [
    contains(sql`alerts.content`, typed),
    ...(areEntries(filters) ? [standsFor(typed, companyId)] : []),
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
    user: value(sql`users.username`, NAMES),
    content: value(sql`alerts.content`),
    created: requiredValue(sql`alerts.created`),
  },
  extra: entriesOnly,
  search: searched,
  site: sql`alerts.site_id`,
  fields: fieldsOf,
  toRows: (records, scope, { query }) =>
    toRows(records, scope, isExport(query) ? undefined : (query.entries as Entries)),
});

/** The newest alerts for the user, of those that are newer than one; several about one order are one. */
export const newestAlerts = async (scope: CompanyScope, limit: number, after = 0): Promise<Alert[]> => {
  const { rows } = await sql<AlertRecord>`select ${fieldsOf(scope)} from ${FROM}
    where ${allConditions([...ownAlerts(scope), sql`alerts.is_entry and alerts.id > ${after}`])}
    order by alerts.id desc limit ${limit}`.execute(scope.db);
  return toRows(rows, scope, "own");
};

const NO_REQUEST = { params: undefined, url: new URL("http://localhost/") };

const createdBetween = ({ after, before }: Moments) => ({
  ...(after && { created_after: after }),
  ...(before && { created_before: before }),
});

/** Read for each row that is kept, as several users get the same alert. */
const READ_PER_TEXT = 5;

/** The newest alerts of the list of the user between two moments, each text once, and how many there are. */
export const newestAlertTexts = async (scope: CompanyScope, moments: Moments, limit: number) => {
  const query = { ...createdBetween(moments), ordering: "-created", offset: 0, limit: limit * READ_PER_TEXT };
  const { results, ...counted } = await alertSource.page(scope, query, NO_REQUEST);
  const contents = results.map(({ content }) => content);
  const newest = results.filter(({ content }, at) => contents.indexOf(content) === at);
  return { ...counted, results: newest.slice(0, limit) };
};

/** How many alerts the list of the user has between two moments; null if they are too many to count. */
export const alertsBetween = async (scope: CompanyScope, moments: Moments): Promise<number | null> => {
  const found = await alertSource.matchingIds(scope, createdBetween(moments), NO_REQUEST);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${found} limit ${sql.lit(COUNT_CAP + 1)}) as found`.execute(scope.db);
  const count = rows[0]?.count ?? 0;
  return count > COUNT_CAP ? null : count;
};
