import type { DeliveryAttempt } from "@mcc/contract/events/events.schema.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";

/** To the provider: given up, or to be sent again after a failed attempt, and not replayed since; of a row `delivery`. */
export const isFailing: Condition = sql`(delivery.state <> 'delivered' and delivery.receiver_id is null
  and (delivery.state = 'failed' or delivery.last_error is not null)
  and not exists (select from event_deliveries later
    where later.company_id = delivery.company_id and later.event_id = delivery.event_id and later.id > delivery.id and later.receiver_id is null))`;

/** When a row `delivery` is sent, or sent again. */
export const NEXT_TRY = sql`case when delivery.state = 'waiting' then delivery.next_try_at end`;

export interface DeliveryMoments {
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly next_try_at: Date | null;
}

/** A delivery as it is stored. */
export type StoredDelivery<Delivery> = Omit<Delivery, keyof DeliveryMoments> & DeliveryMoments;

export type StoredAttempt = Omit<DeliveryAttempt, "at"> & { readonly at: Date };
