import { eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { DELIVERIES, DELIVERY_FIELDS, type DeliveryRecord, NEXT_TRY } from "./events.queries.ts";

export const toEventDelivery = (record: DeliveryRecord): EventDelivery => ({
  ...record,
  created_at: record.created_at.toISOString(),
  delivered_at: record.delivered_at?.toISOString() ?? null,
  next_try_at: record.next_try_at?.toISOString() ?? null,
});

/** The deliveries of every company. By their creation they are read along an index, however many there are. */
export const deliverySource = plainList<typeof eventDeliveryList, DeliveryRecord, PlatformScope>(
  eventDeliveryList,
  {
    from: DELIVERIES,
    id: sql`delivery.id`,
    visible: () => [],
    columns: {
      type: requiredValue(sql`event.type`),
      company: requiredValue(sql`company.name`),
      state: requiredValue(sql`initcap(delivery.state)`),
      attempts: requiredValue(sql`delivery.attempts`),
      last_status: value(sql`delivery.last_status`),
      created_at: requiredValue(sql`delivery.created_at`),
      delivered_at: value(sql`delivery.delivered_at`),
      next_try_at: value(NEXT_TRY),
      last_error: value(sql`delivery.last_error`),
      url: requiredValue(sql`delivery.url`),
      event_id: requiredValue(sql`delivery.event_id::text`),
    },
    search: sql`concat_ws(' ', event.type, company.name, delivery.event_id, delivery.url, delivery.last_error)`,
    fields: () => DELIVERY_FIELDS,
    toRows: (records) => records.map(toEventDelivery),
  },
);
