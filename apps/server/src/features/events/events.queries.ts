import type { DELIVERY_STATES } from "@mcc/contract/events/events.schema.ts";
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

export const markDelivered = (db: Db, id: number, url: string, status: number) =>
  db
    .updateTable("event_deliveries")
    .set({
      state: "delivered",
      url,
      last_status: status,
      last_error: null,
      attempts: sql`attempts + 1`,
      delivered_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();

export const recordFailure = (
  db: Db,
  id: number,
  failure: { url: string; status: number | null; error: string; state: DeliveryState; waitSeconds: number },
) =>
  db
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

const deliverySelection = (db: Db) =>
  db
    .selectFrom("event_deliveries as delivery")
    .innerJoin("events", "events.id", "delivery.event_id")
    .innerJoin("companies", "companies.id", "delivery.company_id")
    .select([
      "delivery.id",
      "delivery.event_id",
      "events.type",
      "companies.id as company_id",
      "companies.name as company_name",
      "companies.slug_name",
      "delivery.url",
      "delivery.state",
      "delivery.attempts",
      "delivery.last_status",
      "delivery.last_error",
      "delivery.created_at",
      "delivery.delivered_at",
    ]);
export type DeliveryRecord = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export const findDelivery = (db: Db, id: number) =>
  deliverySelection(db).where("delivery.id", "=", id).executeTakeFirst();

export const deliveryRows = (
  db: Db,
  { state, limit, offset }: { state?: DeliveryState; limit: number; offset: number },
) =>
  deliverySelection(db)
    .$if(state !== undefined, (query) => query.where("delivery.state", "=", state as DeliveryState))
    .orderBy("delivery.created_at", "desc")
    .orderBy("delivery.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();

export const countDeliveries = async (db: Db, state: DeliveryState | undefined): Promise<number> => {
  const { count } = await db
    .selectFrom("event_deliveries")
    .select((row) => row.fn.countAll<number>().as("count"))
    .$if(state !== undefined, (query) => query.where("state", "=", state as DeliveryState))
    .executeTakeFirstOrThrow();
  return count;
};

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
