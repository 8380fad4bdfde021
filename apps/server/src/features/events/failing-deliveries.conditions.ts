import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";

/** To the provider: given up, or to be sent again after a failed attempt, and not replayed since; of a row `delivery`. */
export const isFailing: Condition = sql`(delivery.state <> 'delivered' and delivery.receiver_id is null
  and (delivery.state = 'failed' or delivery.last_error is not null)
  and not exists (select from event_deliveries later
    where later.company_id = delivery.company_id and later.event_id = delivery.event_id and later.id > delivery.id and later.receiver_id is null))`;
