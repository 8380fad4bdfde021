import { type Kysely, sql } from "kysely";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";

/** A delegation that has begun or is over, and of which its two users were not notified. */
export interface UnnotifiedDelegation {
  readonly id: number;
  readonly company_id: number;
  readonly principal: Recipient;
  readonly deputy: Recipient;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly cap: string | null;
  readonly sites: readonly string[];
  readonly note: string;
  readonly is_over: boolean;
  readonly ended_by: string | null;
  /** It was over before it began. */
  readonly never_began: boolean;
  readonly time_zone: string;
  readonly decisions: readonly DecidedOrder[];
  readonly decision_count: number;
}

export interface DecidedOrder {
  readonly identifier: string;
  readonly total: string;
  readonly is_rejected: boolean;
}

/** The most orders that a message lists. */
const DECISIONS_LISTED = 50;

const recipient = (id: string) => sql`(
  select json_build_object('id', person.id, 'name', ${personName}, 'email', person.email, 'phone', ${phoneForTexts})
  from users person where person.company_id = given.company_id and person.id = ${sql.ref(`given.${id}`)})`;

const hasBegun = sql`given.starts_at <= now() and given.ended_at is null and given.ends_at > now()`;
const isOver = sql`(given.ended_at is not null or given.ends_at <= now())`;

/** Delegations of all companies; locked, and skipped by other processes. */
export const lockUnnotified = async (db: Kysely<Tables>, limit: number): Promise<UnnotifiedDelegation[]> => {
  const { rows } = await sql<UnnotifiedDelegation>`
    with found as materialized (
      select given.id from delegations given where given.end_notified_at is null
        and exists (select from companies where id = given.company_id and closed_at is null)
        and (${isOver} or (given.start_notified_at is null and ${hasBegun}))
      order by given.id limit ${limit} for update skip locked),
    decided as materialized (
      select step.delegation_id, orders.identifier, max(step.acted_total)::text as total,
        bool_or(step.state = 'rejected') as is_rejected, max(step.acted_at) as at,
        row_number() over (partition by step.delegation_id order by max(step.acted_at), orders.identifier) as place
      from found
      join delegations given on given.id = found.id and ${isOver}
      join order_steps step on step.company_id = given.company_id and step.delegation_id = given.id
      join orders on orders.company_id = step.company_id and orders.id = step.order_id
      group by step.delegation_id, orders.identifier)
    select given.id, given.company_id, ${recipient("principal_id")} as principal, ${recipient("deputy_id")} as deputy,
      given.starts_at, given.ends_at, given.cap::text as cap, given.note, ${isOver} as is_over,
      given.ended_by_name as ended_by, coalesce(given.ended_at < given.starts_at, false) as never_began,
      settings.time_zone,
      array(select name from sites where company_id = given.company_id and id = any(given.site_ids) order by name limit 20) as sites,
      coalesce((select json_agg(json_build_object('identifier', identifier, 'total', total, 'is_rejected', is_rejected)
        order by place) from decided where delegation_id = given.id and place <= ${DECISIONS_LISTED}), '[]') as decisions,
      (select count(*)::int from decided where delegation_id = given.id) as decision_count
    from found join delegations given on given.id = found.id
    join company_configurations settings on settings.company_id = given.company_id
    order by given.id`.execute(db);
  return rows;
};

/** One that has come to its own end is over from then on. */
export const markNotified = (db: Kysely<Tables>, ids: readonly number[]) =>
  sql`update delegations given set start_notified_at = coalesce(given.start_notified_at, now()),
      end_notified_at = case when ${isOver} then now() end,
      ended_at = case when ${isOver} then coalesce(given.ended_at, given.ends_at) end
    where given.id = any(${ids})`.execute(db);
