import type { WebhookDelivery } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { NEXT_TRY, type StoredAttempt, type StoredDelivery } from "../events/deliveries.conditions.ts";

export type DeliveryRecord = StoredDelivery<WebhookDelivery>;

export const FIELDS = sql`delivery.id, delivery.event_id, delivery.type, delivery.url, delivery.state,
  delivery.attempts, delivery.last_status, delivery.last_error, delivery.created_at, delivery.delivered_at,
  ${NEXT_TRY} as next_try_at`;

type DeliveryWithEvent = DeliveryRecord & {
  readonly receiver_id: number;
  readonly payload: Record<string, unknown>;
  readonly happened_at: Date;
  readonly slug_name: string;
};

/** With what is sent. */
export const findDelivery = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<DeliveryWithEvent | undefined> => {
  const { rows } = await sql<DeliveryWithEvent>`
    select ${FIELDS}, delivery.receiver_id, delivery.payload, delivery.happened_at, companies.slug_name
    from webhook_deliveries as delivery join companies on companies.id = ${companyId}
    where delivery.company_id = ${companyId} and delivery.id = ${id}`.execute(db);
  return rows[0];
};

export const attemptRows = async ({ db }: CompanyScope, id: number) => {
  const { rows } = await sql<StoredAttempt>`
    select attempt, at, status, error, response from webhook_attempts
    where delivery_id = ${id} order by attempt desc`.execute(db);
  return rows;
};

/** A replay is a separate delivery: the log keeps the result of the first. */
export const addReplay = async (
  { db }: CompanyScope,
  { event_id, receiver_id, url }: Pick<DeliveryWithEvent, "event_id" | "receiver_id" | "url">,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into event_deliveries (event_id, receiver_id, url) values (${event_id}, ${receiver_id}, ${url})
    returning id`.execute(db);
  return (rows[0] as { id: number }).id;
};

export const deliveryOf = async ({ db, companyId }: CompanyScope, eventId: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries where company_id = ${companyId} and event_id = ${eventId}`.execute(db);
  return (rows[0] as { id: number }).id;
};
