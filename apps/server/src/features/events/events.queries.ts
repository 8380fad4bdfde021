import {
  DELIVERIES_KEPT_DAYS,
  type DELIVERY_STATES,
  type EventDelivery,
} from "@mcc/contract/events/events.schema.ts";
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { NEXT_TRY, type StoredDelivery } from "./deliveries.conditions.ts";

type Db = Kysely<Tables>;
type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface NewEvent {
  readonly type: string;
  readonly payload: object;
  /** The site that it belongs to; receivers of chosen sites get nothing that belongs to none. */
  readonly siteId: number | null;
  /** The only receiver of a test. */
  readonly receiverId?: number;
  readonly company_id?: number;
}

/** Its deliveries are added by the database in the same transaction. */
export const addEvent = async (
  db: Db,
  { type, payload, siteId, receiverId, company_id }: NewEvent,
): Promise<string> => {
  const values = sql`${type}, ${JSON.stringify(payload)}, ${siteId}::bigint, ${receiverId ?? null}::bigint`;
  const insert =
    company_id === undefined
      ? sql<{
          id: string;
        }>`${prepared("add-event")} insert into events (type, payload, site_id, receiver_id) values (${values}) returning id`
      : sql<{
          id: string;
        }>`insert into events (company_id, type, payload, site_id, receiver_id) values (${company_id}, ${values}) returning id`;
  const { rows } = await insert.execute(db);
  return (rows[0] as { id: string }).id;
};

/** Longer than the timeout of a receiver. After it, a delivery claimed by a lost process is available to others. */
const CLAIMED_FOR = sql<Date>`now() + interval '1 minute'`;

/** Where a delivery goes: the provider's address, or one of the company's own receivers. */
export interface Target {
  readonly companyId: number;
  /** Null: the provider. */
  readonly receiverId: number | null;
}

/** The next due delivery: claimed, and skipped by other processes while it is being sent. */
export const claimDueDelivery = (db: Db, target: Target) =>
  db
    .with("delivery", (claiming) =>
      claiming
        .updateTable("event_deliveries")
        .set({ next_try_at: CLAIMED_FOR })
        .where("id", "=", (row) => nextDue(row, target))
        .returning(["id", "attempts", "event_id", "company_id", "receiver_id"]),
    )
    .selectFrom("delivery")
    .innerJoin("events", "events.id", "delivery.event_id")
    .innerJoin("companies", "companies.id", "delivery.company_id")
    .leftJoin("company_configurations as provider", (join) =>
      join.onRef("provider.company_id", "=", "delivery.company_id").on("delivery.receiver_id", "is", null),
    )
    .leftJoin("event_receivers as receiver", "receiver.id", "delivery.receiver_id")
    .select([
      "delivery.id",
      "delivery.attempts",
      "delivery.receiver_id",
      "events.id as event_id",
      "events.type",
      "events.payload",
      "events.created_at",
      "companies.slug_name",
      sql<string | null>`coalesce(receiver.url, provider.event_url)`.as("url"),
      sql<string | null>`coalesce(receiver.secret, provider.event_secret)`.as("secret"),
      sql<string[]>`array_remove(array[
        case when receiver.both_until > now() then receiver.previous_secret
          when provider.event_both_until > now() then provider.event_previous_secret end,
        case when receiver.older_until > now() then receiver.older_secret
          when provider.event_older_until > now() then provider.event_older_secret end], null)`.as(
        "previous_secrets",
      ),
      // It may have been limited since the event was written.
      sql<boolean>`receiver.id is null or events.receiver_id is not null or (events.type = any(receiver.kinds)
        and (receiver.site_ids is null or events.site_id is not null and events.site_id = any(receiver.site_ids)))`.as(
        "is_chosen",
      ),
    ])
    .executeTakeFirst();
export type DueDelivery = NonNullable<Awaited<ReturnType<typeof claimDueDelivery>>>;

const nextDue = (from: ExpressionBuilder<Tables, "event_deliveries">, { companyId, receiverId }: Target) =>
  from
    .selectFrom("event_deliveries as due")
    .select("due.id")
    .where("due.company_id", "=", companyId)
    .where("due.receiver_id", receiverId === null ? "is" : "=", receiverId)
    .where("due.state", "=", "waiting")
    .where("due.next_try_at", "<=", sql<Date>`now()`)
    .$if(receiverId !== null, (query) =>
      query.where(
        sql<boolean>`exists (select from event_receivers where id = ${receiverId} and paused_at is null)`,
      ),
    )
    .orderBy("due.id")
    .limit(1)
    .forUpdate()
    .skipLocked();

interface AttemptResult {
  readonly url: string;
  readonly status: number | null;
  readonly response: string | null;
}

/** The result of an attempt is on record together with the new state of its delivery. */
const recordAttempt = (db: Db, id: number, { status, response, error }: AttemptResult & { error?: string }) =>
  db.with("recorded", (adding) =>
    adding
      .insertInto("event_attempts")
      .columns(["delivery_id", "attempt", "status", "response", "error"])
      .expression((row) =>
        row
          .selectFrom("event_deliveries")
          .select([
            "id",
            sql<number>`attempts + 1`.as("attempt"),
            sql<number | null>`${status}::integer`.as("status"),
            sql<string | null>`${response}::text`.as("response"),
            sql<string | null>`${error ?? null}::text`.as("error"),
          ])
          .where("id", "=", id),
      )
      .onConflict((taken) => taken.doNothing()),
  );

export const markDelivered = (db: Db, id: number, result: AttemptResult) =>
  recordAttempt(db, id, result)
    .updateTable("event_deliveries")
    .set({
      state: "delivered",
      url: result.url,
      last_status: result.status,
      last_error: null,
      attempts: sql`attempts + 1`,
      delivered_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();

export const recordFailure = (
  db: Db,
  id: number,
  failure: AttemptResult & { error: string; state: DeliveryState; waitSeconds: number },
) =>
  recordAttempt(db, id, failure)
    .updateTable("event_deliveries")
    .set({
      state: failure.state,
      url: failure.url,
      last_status: failure.status,
      last_error: failure.error,
      attempts: sql`attempts + 1`,
      next_try_at: sql`now() + make_interval(secs => ${failure.waitSeconds})`,
    })
    .where("id", "=", id)
    .execute();

/** The first due delivery, if any. It is looked for by each target, so that nothing reads what waits for paused receivers. */
const firstDue = (target: RawBuilder<unknown>) => sql`(select from event_deliveries as delivery
  where ${target} and delivery.state = 'waiting' and delivery.next_try_at <= now() order by delivery.id limit 1)`;
const TO_PROVIDER = firstDue(sql`delivery.company_id = company.id and delivery.receiver_id is null`);
const TO_RECEIVER = firstDue(sql`delivery.receiver_id = receiver.id`);

/** Companies with due deliveries: retries, and those whose job was lost. */
export const companiesWithDueDeliveries = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select company.id as company_id from companies as company cross join lateral ${TO_PROVIDER} as due
    union select receiver.company_id from event_receivers as receiver cross join lateral ${TO_RECEIVER} as due
    where receiver.paused_at is null`.execute(db);
  return rows.map(({ company_id }) => company_id);
};

/** Where a company's due deliveries go: to the provider (null), to its own receivers. */
export const dueReceivers = async (db: Db, companyId: number): Promise<(number | null)[]> => {
  const { rows } = await sql<{ receiver_id: number | null }>`
    select null::bigint as receiver_id from companies as company cross join lateral ${TO_PROVIDER} as due
    where company.id = ${companyId}
    union all select receiver.id from event_receivers as receiver cross join lateral ${TO_RECEIVER} as due
    where receiver.company_id = ${companyId} and receiver.paused_at is null`.execute(db);
  return rows.map(({ receiver_id }) => receiver_id);
};

const AT_ONCE = 5_000;
const IS_OLD = sql`created_at < now() - make_interval(days => ${DELIVERIES_KEPT_DAYS})`;

/** Some of the old deliveries with their attempts, whatever became of them; whether there may be more. */
export const deleteOldDeliveries = async (db: Db): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from event_deliveries where id in (
    select id from event_deliveries where ${IS_OLD} order by created_at limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows) === AT_ONCE;
};

/** The same for old events that no delivery has. */
export const deleteOldEvents = async (db: Db): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from events where id in (
    select id from events where ${IS_OLD}
      and not exists (select from event_deliveries where event_id = events.id)
    order by created_at limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows) === AT_ONCE;
};

export type DeliveryRecord = StoredDelivery<EventDelivery>;

export const DELIVERIES = sql`event_deliveries as delivery
  join events as event on event.id = delivery.event_id
  join companies as company on company.id = delivery.company_id`;
export const DELIVERY_FIELDS = sql`delivery.id, delivery.event_id, event.type,
  jsonb_build_object('id', company.id, 'name', company.name, 'slug_name', company.slug_name) as company,
  delivery.url, delivery.state, delivery.attempts, delivery.last_status, delivery.last_error, delivery.created_at,
  delivery.delivered_at, ${NEXT_TRY} as next_try_at`;

/** To the provider, with what is sent. */
export const findDelivery = async (db: Db, id: number) => {
  const { rows } = await sql<DeliveryRecord & { payload: Record<string, unknown> }>`
    select ${DELIVERY_FIELDS}, event.payload from ${DELIVERIES} where delivery.id = ${id}
      and delivery.receiver_id is null`.execute(db);
  return rows[0];
};

export const attemptRows = (db: Db, id: number) =>
  db
    .selectFrom("event_attempts")
    .select(["attempt", "at", "status", "error", "response"])
    .where("delivery_id", "=", id)
    .orderBy("attempt", "desc")
    .execute();

export const hasCompany = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom("companies").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** The first delivery of an event to the provider; none where the company had no address. */
export const findDeliveryOf = (db: Db, eventId: string) =>
  db
    .selectFrom("event_deliveries")
    .select("id")
    .where("event_id", "=", eventId)
    .where("receiver_id", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** A replay is a separate delivery: the log keeps the result of the first. */
export const addReplay = (db: Db, id: number) =>
  db
    .insertInto("event_deliveries")
    .columns(["company_id", "event_id", "url"])
    .expression((row) =>
      row
        .selectFrom("event_deliveries")
        .select(["company_id", "event_id", "url"])
        .where("id", "=", id)
        .where("receiver_id", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
