import type {
  AlertRule,
  NewAlertRule,
  SiteRule,
  SiteRuleSwitch,
} from "@mcc/contract/alerts/alert-rules.schema.ts";
import { hasRule } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Channel, Topic } from "@mcc/contract/profile/notification-topics.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../../platform/lists/list.ts";
import { wantsMessage } from "../../../platform/mail/outbox.queries.ts";
import { kindOrder } from "../trigger-kinds.conditions.ts";

/** Sites that exist and that the caller may see. */
const seenSites = ({ companyId, siteIds }: CompanyScope): Condition =>
  allConditions([
    sql`sites.company_id = ${companyId} and sites.deleted_at is null`,
    ...(siteIds === "all" ? [] : [sql`sites.id = any(${siteIds})`]),
  ]);

export interface Owner {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly alerts_enabled: boolean;
  readonly phone: string | null;
  readonly enable_text_messages: boolean;
  /** The channels of the user's preferences. */
  readonly alerts: readonly Channel[];
  readonly digests: readonly Channel[];
}

/** A user of the company, who stays as they are until the transaction ends where `lock` says so. */
export const findOwner = async (
  { db, companyId }: CompanyScope,
  userId: number,
  lock = sql``,
): Promise<Owner | undefined> => {
  const chosen = (topic: Topic) => sql`array_remove(array[
    ${sql.join((["email", "text"] as const).map((channel) => sql`case when ${wantsMessage(companyId, sql`users.id`, topic, channel)} then ${sql.lit(channel)} end`))}], null)`;
  const { rows } = await sql<Owner>`
    select users.id, users.username, users.alerts_enabled, users.phone, users.enable_text_messages,
      coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username) as name,
      ${chosen("alerts")} as alerts, ${chosen("digests")} as digests
    from users where users.company_id = ${companyId} and users.id = ${userId} and users.deleted_at is null
    ${lock}`.execute(db);
  return rows[0];
};

/** One after the other: two new rules at once could be more than a user may have. */
export const lockOwner = (scope: CompanyScope, userId: number) =>
  findOwner(scope, userId, sql`for no key update`);

/** Of these sites, those that the caller may see and that the user has access to. */
export const accessibleSites = async (
  scope: CompanyScope,
  userId: number,
  siteIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select sites.id from sites cross join tenant.access_of_user(${userId}) as access
    where ${seenSites(scope)} and sites.id = any(${siteIds}::bigint[])
      and (access.site_ids is null or sites.id = any(access.site_ids))`.execute(scope.db);
  return rows.map(({ id }) => id);
};

/** Rules by weekday do not exist for users of a company that has them disabled. */
const offered = ({ who }: CompanyScope, table: string): Condition[] =>
  hasRule(who, "WEEKDAY") ? [] : [sql`${sql.ref(`${table}.rule`)} <> 'WEEKDAY'`];

const ruleRows = async (scope: CompanyScope, which: Condition, lock = sql``): Promise<AlertRule[]> => {
  const { db, companyId, who } = scope;
  const visible = allConditions([
    sql`held.company_id = ${companyId} and users.deleted_at is null and ${which}`,
    ...(who.is_company_admin ? [] : [sql`held.user_id = ${who.id}`]),
    ...offered(scope, "held"),
  ]);
  const { rows } = await sql<AlertRule>`
    select held.id, held.rule, held.frequency, held.value, held.range_value, held.amount::text as amount, held.all_sites,
      held.channels, held.enabled, json_build_object('id', users.id, 'username', users.username) as user,
      coalesce((select json_agg(json_build_object('id', sites.id, 'name', sites.name) order by sites.name, sites.id)
        from alert_rule_sites chosen
        join sites on ${seenSites(scope)} and sites.id = chosen.site_id
        where chosen.company_id = ${companyId} and chosen.alert_rule_id = held.id), '[]') as sites
    from alert_rules held
    join users on users.company_id = ${companyId} and users.id = held.user_id
    where ${visible} order by held.id ${lock}`.execute(db);
  return rows;
};

export const rulesOfOwner = (scope: CompanyScope, userId: number) =>
  ruleRows(scope, sql`held.user_id = ${userId}`);

export const findRule = async (scope: CompanyScope, id: number) =>
  (await ruleRows(scope, sql`held.id = ${id}`))[0];

export const lockRule = async (scope: CompanyScope, id: number) =>
  (await ruleRows(scope, sql`held.id = ${id}`, sql`for update of held`))[0];

/** The triggers of a user at sites that the caller may see. */
const triggersOfOwner = (scope: CompanyScope, userId: number): Condition =>
  allConditions([
    sql`triggers.company_id = ${scope.companyId} and triggers.user_id = ${userId}`,
    ...offered(scope, "triggers"),
  ]);

/** More kinds than a person reads; the table by site has all of them. */
const MOST_SITE_RULES = 30;

/** The triggers of a user, alike ones as one. */
export const siteRuleRows = async (
  scope: CompanyScope,
  userId: number,
): Promise<Omit<SiteRule, "channels">[]> => {
  const { rows } = await sql<Omit<SiteRule, "channels">>`
    select triggers.rule, triggers.frequency, triggers.value, triggers.range_value, count(*)::integer as sites,
      case count(*) when 1 then min(sites.name) end as site,
      (count(*) filter (where triggers.enabled))::integer as enabled
    from triggers join sites on ${seenSites(scope)} and sites.id = triggers.site_id
    where ${triggersOfOwner(scope, userId)}
    group by triggers.rule, triggers.frequency, triggers.value, triggers.range_value
    order by ${kindOrder}, count(*) desc,
      array_position(array['INSTANTLY', 'DAILY', 'WEEKLY'], triggers.frequency), triggers.value, triggers.range_value
    limit ${sql.lit(MOST_SITE_RULES)}`.execute(scope.db);
  return rows;
};

/** Enables or disables those of these alike triggers that are not, and returns their sites. */
export const switchSiteRule = async (
  scope: CompanyScope,
  userId: number,
  { rule, frequency, value, range_value, enabled }: SiteRuleSwitch,
): Promise<number[]> => {
  const { rows } = await sql<{ site_id: number }>`
    update triggers set enabled = ${enabled}, updated_at = now() from sites
    where ${triggersOfOwner(scope, userId)} and ${seenSites(scope)} and sites.id = triggers.site_id
      and triggers.rule = ${rule} and triggers.frequency = ${frequency}
      and triggers.value is not distinct from ${value}::integer and triggers.range_value = ${range_value}::smallint[]
      and triggers.enabled <> ${enabled}
    returning triggers.site_id`.execute(scope.db);
  return rows.map(({ site_id }) => site_id);
};

export type RuleSettings = Omit<NewAlertRule, "user" | "sites">;

export const addRule = async (
  { db }: CompanyScope,
  userId: number,
  settings: RuleSettings,
): Promise<number> => {
  const { id } = await db
    .insertInto("alert_rules")
    .values({ ...settings, user_id: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

export const updateRule = ({ db, companyId }: CompanyScope, id: number, changes: Partial<RuleSettings>) =>
  db
    .updateTable("alert_rules")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** The rule is for these sites and no others. */
export const setSites = async (
  { db, companyId }: CompanyScope,
  rule: { readonly id: number; readonly userId: number },
  siteIds: readonly number[],
): Promise<void> => {
  await sql`delete from alert_rule_sites where company_id = ${companyId} and alert_rule_id = ${rule.id}
    and site_id <> all(${siteIds}::bigint[])`.execute(db);
  await sql`insert into alert_rule_sites (alert_rule_id, user_id, site_id)
    select ${rule.id}, ${rule.userId}, unnest(${siteIds}::bigint[]) on conflict do nothing`.execute(db);
};

/** What a rule has counted belongs to the rule as it was. */
export const resetCounts = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`delete from alert_rule_counts where company_id = ${companyId} and alert_rule_id = ${id}`.execute(
    db,
  );
  await sql`update alert_rules set revision = revision + 1 where company_id = ${companyId} and id = ${id}`.execute(
    db,
  );
};

export const deleteRule = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("alert_rules").where("company_id", "=", companyId).where("id", "=", id).execute();

/**
 * Alert rules are copied with those of their sites that the user has; a rule that has none of them is not. Text messages
 * need a phone number, which is not copied.
 */
export const copyAlertRules = async (
  { db, companyId }: CompanyScope,
  from: number,
  to: number,
): Promise<void> => {
  const { rows } = await sql<{ id: number; site_ids: number[] }>`
    select id, site_ids from (select rule.id, rule.all_sites, array(
      select chosen.site_id from alert_rule_sites chosen
      where chosen.company_id = ${companyId} and chosen.alert_rule_id = rule.id
        and (access.site_ids is null or chosen.site_id = any(access.site_ids))) as site_ids
    from alert_rules rule cross join tenant.access_of_user(${to}) as access
    where rule.company_id = ${companyId} and rule.user_id = ${from}) as copied
    where all_sites or cardinality(site_ids) > 0 order by id`.execute(db);
  for (const { id, site_ids } of rows)
    await sql`
      with added as (
        insert into alert_rules (user_id, rule, frequency, value, range_value, amount, all_sites, channels, enabled)
        select ${to}, rule, frequency, value, range_value, amount, all_sites,
          case when channels = '{text}' then '{portal}' else array_remove(channels, 'text') end, enabled
        from alert_rules where company_id = ${companyId} and id = ${id} returning id)
      insert into alert_rule_sites (alert_rule_id, user_id, site_id)
      select added.id, ${to}, site.id from added cross join unnest(${site_ids}::bigint[]) as site (id)`.execute(
      db,
    );
};
