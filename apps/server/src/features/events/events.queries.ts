import type { DELIVERY_STATES, EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;
type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Its delivery is added by the database in the same transaction, where the company has an address. */
export const addEvent = async (
  db: Db,
  { type, payload, company_id }: { type: string; payload: object; company_id?: number },
): Promise<string> => {
  const written = JSON.stringify(payload);
  const insert =
    company_id === undefined
      ? sql<{
          id: string;
        }>`${prepared("add-event")} insert into events (type, payload) values (${type}, ${written}) returning id`
      : sql<{
          id: string;
        }>`insert into events (company_id, type, payload) values (${company_id}, ${type}, ${written}) returning id`;
  const { rows } = await insert.execute(db);
  return (rows[0] as { id: string }).id;
};

/** Longer than the timeout of a receiver. After it, a delivery claimed by a lost process is available to others. */
const CLAIMED_FOR = sql<Date>`now() + interval '1 minute'`;

/** The next due delivery: claimed, and skipped by other processes while it is being sent. */
export const claimDueDelivery = (db: Db, companyId: number) =>
  db
    .with("delivery", (claiming) =>
      claiming
        .updateTable("event_deliveries")
        .set({ next_try_at: CLAIMED_FOR })
        .where("id", "=", (row) => nextDue(row, companyId))
        .returning(["id", "attempts", "event_id", "company_id"]),
    )
    .selectFrom("delivery")
    .innerJoin("events", "events.id", "delivery.event_id")
    .innerJoin("companies", "companies.id", "delivery.company_id")
    .innerJoin("company_configurations as settings", "settings.company_id", "delivery.company_id")
    .select([
      "delivery.id",
      "delivery.attempts",
      "events.id as event_id",
      "events.type",
      "events.payload",
      "events.created_at",
      "companies.slug_name",
      "settings.event_url",
      "settings.event_secret",
    ])
    .executeTakeFirst();
export type DueDelivery = NonNullable<Awaited<ReturnType<typeof claimDueDelivery>>>;

const nextDue = (from: ExpressionBuilder<Tables, "event_deliveries">, companyId: number) =>
  from
    .selectFrom("event_deliveries as due")
    .select("due.id")
    .where("due.company_id", "=", companyId)
    .where("due.state", "=", "waiting")
    .where("due.next_try_at", "<=", sql<Date>`now()`)
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

/** Companies with due deliveries: retries, and those whose job was lost. */
export const companiesWithDueDeliveries = (db: Db) =>
  db
    .selectFrom("event_deliveries")
    .select("company_id")
    .distinct()
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", sql<Date>`now()`)
    .execute();

export type DeliveryRecord = Omit<EventDelivery, "created_at" | "delivered_at" | "next_try_at"> & {
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly next_try_at: Date | null;
};

export const DELIVERIES = sql`event_deliveries as delivery
  join events as event on event.id = delivery.event_id
  join companies as company on company.id = delivery.company_id`;
export const NEXT_TRY = sql`case when delivery.state = 'waiting' then delivery.next_try_at end`;
export const DELIVERY_FIELDS = sql`delivery.id, delivery.event_id, event.type,
  jsonb_build_object('id', company.id, 'name', company.name, 'slug_name', company.slug_name) as company,
  delivery.url, delivery.state, delivery.attempts, delivery.last_status, delivery.last_error, delivery.created_at,
  delivery.delivered_at, ${NEXT_TRY} as next_try_at`;

/** With what is sent. */
export const findDelivery = async (db: Db, id: number) => {
  const { rows } = await sql<DeliveryRecord & { payload: Record<string, unknown> }>`
    select ${DELIVERY_FIELDS}, event.payload from ${DELIVERIES} where delivery.id = ${id}`.execute(db);
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

/** The first delivery of an event; none where the company had no address. */
export const findDeliveryOf = (db: Db, eventId: string) =>
  db
    .selectFrom("event_deliveries")
    .select("id")
    .where("event_id", "=", eventId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** A replay is a separate delivery: the log keeps the result of the first. */
export const addReplay = (db: Db, id: number) =>
  db
    .insertInto("event_deliveries")
    .columns(["company_id", "event_id", "url"])
    .expression((row) =>
      row.selectFrom("event_deliveries").select(["company_id", "event_id", "url"]).where("id", "=", id),
    )
    .returning("id")
    .executeTakeFirst();
