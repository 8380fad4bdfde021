import type { Channel, Topic } from "@mcc/contract/profile/notification-topics.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { wantsMessage } from "../../platform/mail/outbox.queries.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";
import type { Digest } from "./digests.queries.ts";

/** An alert as messages state it. */
export interface SentAlert {
  readonly id: number;
  readonly content: string;
  readonly site: string;
  readonly order: string | null;
  readonly total: string | null;
}

/** What one user is notified of by one channel: how many alerts, and the first of them. */
export interface AlertsOfUser extends Recipient {
  readonly count: number;
  readonly alerts: readonly SentAlert[];
}

interface Page {
  readonly channel: Channel;
  /** Users after this id. */
  readonly after: number;
  readonly users: number;
  /** Alerts of each. */
  readonly alerts: number;
}

const BY_AGE = sql`id`;
const BY_SITE = sql`site, id`;

/** Whether text messages or e-mails can reach a user. */
const reaches = {
  email: sql`true`,
  text: sql`person.enable_text_messages and person.phone <> ''`,
} as const satisfies Record<Channel, RawBuilder<unknown>>;

/**
 * The next users with alerts that meet a condition and go by a channel: because the rule that found them says so or, for
 * those of triggers, because the user wants messages about the topic. Of several alerts about one order only the first.
 */
const alertsOfUsers = async (
  { db, companyId }: CompanyData,
  topic: Topic,
  condition: RawBuilder<unknown>,
  { after, users, alerts, channel }: Page,
  order: RawBuilder<unknown>,
): Promise<AlertsOfUser[]> => {
  const goes = (alert: "alerts" | "earlier") => {
    const channels = sql.ref(`${alert}.channels`);
    return sql`case when ${channels} is null then chosen.is_wanted else ${channel} = any(${channels}) end`;
  };
  // All alerts about an order are written at once: the first of them that goes by the channel stands for the others.
  const sent = sql`alerts.company_id = ${companyId} and alerts.user_id = person.id and ${condition}
    and ${goes("alerts")}
    and not exists (select from alerts earlier where earlier.company_id = ${companyId}
      and earlier.order_id = alerts.order_id and earlier.user_id = person.id and earlier.id < alerts.id
      and ${goes("earlier")})`;
  const { rows } = await sql<AlertsOfUser>`
    select person.id, person.email,
      coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username) as name,
      case when person.enable_text_messages then nullif(person.phone, '') end as phone,
      total.count, shown.alerts
    from users person
    cross join lateral (
      select ${wantsMessage(companyId, sql`person.id`, topic, channel)} as is_wanted offset 0) as chosen
    cross join lateral (select count(*)::integer as count from alerts where ${sent}) as total
    cross join lateral (
      select json_agg(json_build_object('id', first.id, 'content', first.content, 'site', first.site,
        'order', first.order_identifier, 'total', first.total) order by ${order}) as alerts
      from (
        select alerts.id, alerts.content, coalesce(sites.name, '') as site, alerts.order_identifier,
          (select total::text from orders where company_id = ${companyId} and id = alerts.order_id) as total
        from alerts
        left join sites on sites.company_id = ${companyId} and sites.id = alerts.site_id
        where ${sent}
        order by ${order} limit ${alerts}) as first) as shown
    where person.company_id = ${companyId} and person.id > ${after} and person.deleted_at is null and person.disabled_at is null
      and person.alerts_enabled and ${reaches[channel]} and total.count > 0
    order by person.id limit ${users}`.execute(db);
  return rows;
};

/** Companies with alerts that were not sent to those who want that. */
export const companiesWithUnsentAlerts = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from trigger_progress progress
    where sent_alert_id < (select max(id) from alerts where alerts.company_id = progress.company_id)`.execute(
    db,
  );
  return rows.map(({ company_id }) => company_id);
};

interface Sending {
  readonly sent: number;
  readonly until: number;
}

/** The alerts that are sent now. They are the same when a sending is repeated that did not end. */
export const beginSending = async ({ db, companyId }: CompanyData): Promise<Sending | undefined> => {
  const { rows } = await sql<Sending>`
    update trigger_progress
    set sending_alert_id = coalesce(sending_alert_id, (select max(id) from alerts where company_id = ${companyId}), 0)
    where company_id = ${companyId} returning sent_alert_id as sent, sending_alert_id as until`.execute(db);
  return rows[0];
};

export const endSending = ({ db, companyId }: CompanyData, until: number) =>
  sql`update trigger_progress set sent_alert_id = sending_alert_id, sending_alert_id = null
    where company_id = ${companyId} and sending_alert_id = ${until}`.execute(db);

/** Alerts about orders and counts; digests have messages of their own. */
export const unsentAlerts = (data: CompanyData, { sent, until }: Sending, page: Page) =>
  alertsOfUsers(
    data,
    "alerts",
    sql`alerts.id > ${sent} and alerts.id <= ${until} and alerts.digest is null`,
    page,
    BY_AGE,
  );

const SENT_FROM = { DAILY: "daily_sent_from", WEEKLY: "weekly_sent_from" } as const;
const WRITTEN_UNTIL = { DAILY: "daily_from", WEEKLY: "weekly_from" } as const;

/** The days or weeks whose digests are written and not sent, and the first one after them. */
export const unsentDigests = async (
  { db, companyId }: CompanyData,
  digest: Digest,
): Promise<{ readonly windows: string[]; readonly end: string } | undefined> => {
  const { rows } = await sql<{ windows: string[]; end: string }>`
    select array(select distinct to_char(window_start, 'YYYY-MM-DD') from alerts
        where alerts.company_id = ${companyId} and alerts.digest = ${digest}
          and alerts.window_start >= progress.${sql.ref(SENT_FROM[digest])} order by 1) as windows,
      to_char(progress.${sql.ref(WRITTEN_UNTIL[digest])}, 'YYYY-MM-DD') as end
    from trigger_progress progress
    where company_id = ${companyId} and ${sql.ref(SENT_FROM[digest])} < ${sql.ref(WRITTEN_UNTIL[digest])}`.execute(
    db,
  );
  return rows[0];
};

export const endDigests = ({ db, companyId }: CompanyData, digest: Digest, end: string) =>
  sql`update trigger_progress set ${sql.ref(SENT_FROM[digest])} = greatest(${sql.ref(SENT_FROM[digest])}, ${end}::date)
    where company_id = ${companyId}`.execute(db);

export const digestAlerts = (data: CompanyData, digest: Digest, start: string, page: Page) =>
  alertsOfUsers(
    data,
    "digests",
    sql`alerts.digest = ${digest} and alerts.window_start = ${start}::date`,
    page,
    BY_SITE,
  );
