import type { DeliveryAttempt } from "@mcc/contract/events/events.schema.ts";
import { type RawBuilder, sql } from "kysely";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { type DeliveryMoments, NEXT_TRY, type StoredAttempt } from "./deliveries.conditions.ts";

/** The columns of every list of deliveries, of rows `delivery`. */
export const deliveryColumns = (type: RawBuilder<unknown>) => ({
  type: requiredValue(type),
  state: requiredValue(sql`initcap(delivery.state)`),
  attempts: requiredValue(sql`delivery.attempts`),
  last_status: value(sql`delivery.last_status`),
  created_at: requiredValue(sql`delivery.created_at`),
  delivered_at: value(sql`delivery.delivered_at`),
  next_try_at: value(NEXT_TRY),
  last_error: value(sql`delivery.last_error`),
});

export const toDelivery = <Record extends DeliveryMoments>(record: Record) => ({
  ...record,
  created_at: record.created_at.toISOString(),
  delivered_at: record.delivered_at?.toISOString() ?? null,
  next_try_at: record.next_try_at?.toISOString() ?? null,
});

export const toAttempts = (log: readonly StoredAttempt[]): DeliveryAttempt[] =>
  log.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() }));
