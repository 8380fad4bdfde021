import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { hasRule } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";
import { value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { shownValue } from "./trigger-kinds.conditions.ts";

const FROM = sql`triggers
  join sites on sites.company_id = triggers.company_id and sites.id = triggers.site_id
  join users on users.company_id = triggers.company_id and users.id = triggers.user_id`;

/** Rules that are disabled for the company do not exist for its users. */
const visibleTriggers = ({ companyId, siteIds, who }: CompanyScope): Condition[] => [
  sql`triggers.company_id = ${companyId} and sites.deleted_at is null and users.deleted_at is null`,
  ...(who.is_company_admin ? [] : [sql`triggers.user_id = ${who.id}`]),
  ...(siteIds === "all" ? [] : [sql`triggers.site_id = any(${siteIds})`]),
  ...(hasRule(who, "WEEKDAY") ? [] : [sql`triggers.rule <> 'WEEKDAY'`]),
];

const FIELDS = sql`triggers.id, triggers.rule, triggers.frequency, triggers.value, triggers.range_value, triggers.enabled,
  json_build_object('id', users.id, 'username', users.username) as user,
  json_build_object('id', sites.id, 'name', sites.name) as site`;

export const triggerSource = plainList<typeof triggerList, Trigger>(triggerList, {
  from: FROM,
  id: sql`triggers.id`,
  visible: visibleTriggers,
  extra: ({ username_is, value_is }) => [
    ...(username_is === undefined ? [] : [sql`lower(users.username) = lower(${username_is})`]),
    ...(value_is === undefined ? [] : [sql`${shownValue} = ${value_is}`]),
  ],
  columns: {
    rule: value(sql`triggers.rule`),
    frequency: value(sql`triggers.frequency`),
    value: value(shownValue),
    username: value(sql`users.username`),
    site: value(sql`sites.name`),
    status: value(sql`case when triggers.enabled then 'Enabled' else 'Disabled' end`),
  },
  search: sql`concat_ws(' ', triggers.rule, triggers.frequency, users.username, sites.name)`,
  fields: () => FIELDS,
  toRows: (records) => [...records],
});

/** One trigger that the user may see; `lock` keeps it as it is until the transaction ends. */
export const findTrigger = async (
  scope: CompanyScope,
  id: number,
  lock = sql``,
): Promise<Trigger | undefined> => {
  const { rows } = await sql<Trigger>`select ${FIELDS} from ${FROM}
    where ${allConditions([sql`triggers.id = ${id}`, ...visibleTriggers(scope)])} ${lock}`.execute(scope.db);
  return rows[0];
};

export const lockTrigger = (scope: CompanyScope, id: number) =>
  findTrigger(scope, id, sql`for update of triggers`);
