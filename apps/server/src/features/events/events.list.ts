import { companyDeliveryList, eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { CompanyDelivery, EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { DELIVERIES, DELIVERY_FIELDS, type DeliveryRecord, NEXT_TRY } from "./events.queries.ts";
import { isFailing } from "./failing-deliveries.conditions.ts";

type Moments = Pick<DeliveryRecord, "created_at" | "delivered_at" | "next_try_at">;

const momentsOf = ({ created_at, delivered_at, next_try_at }: Moments) => ({
  created_at: created_at.toISOString(),
  delivered_at: delivered_at?.toISOString() ?? null,
  next_try_at: next_try_at?.toISOString() ?? null,
});

export const toEventDelivery = (record: DeliveryRecord): EventDelivery => ({
  ...record,
  ...momentsOf(record),
});

const ofDelivery = {
  type: requiredValue(sql`event.type`),
  state: requiredValue(sql`initcap(delivery.state)`),
  attempts: requiredValue(sql`delivery.attempts`),
  last_status: value(sql`delivery.last_status`),
  created_at: requiredValue(sql`delivery.created_at`),
  delivered_at: value(sql`delivery.delivered_at`),
  next_try_at: value(NEXT_TRY),
  last_error: value(sql`delivery.last_error`),
};

/** The deliveries to the provider, of every company. By their creation they are read along an index, however many there are. */
export const deliverySource = plainList<typeof eventDeliveryList, DeliveryRecord, PlatformScope>(
  eventDeliveryList,
  {
    from: DELIVERIES,
    id: sql`delivery.id`,
    visible: () => [sql`delivery.receiver_id is null`],
    columns: {
      ...ofDelivery,
      company: requiredValue(sql`company.name`),
      url: requiredValue(sql`delivery.url`),
      event_id: requiredValue(sql`delivery.event_id::text`),
    },
    search: sql`concat_ws(' ', event.type, company.name, delivery.event_id, delivery.url, delivery.last_error)`,
    fields: () => DELIVERY_FIELDS,
    toRows: (records) => records.map(toEventDelivery),
  },
);

/** Without the reason behind the colon, which can name addresses of the receiver. */
const ERROR_FOR_COMPANY = sql`split_part(delivery.last_error, ':', 1)`;

/** The deliveries of one company to the provider, for its admins. */
export const companyDeliverySource = plainList<
  typeof companyDeliveryList,
  Omit<CompanyDelivery, keyof Moments> & Moments
>(companyDeliveryList, {
  from: sql`event_deliveries as delivery
    join events as event on event.company_id = delivery.company_id and event.id = delivery.event_id`,
  id: sql`delivery.id`,
  visible: ({ companyId }) => [sql`delivery.company_id = ${companyId} and delivery.receiver_id is null`],
  extra: ({ failing }) => (failing === undefined ? [] : [sql`${isFailing} = ${failing}`]),
  columns: { ...ofDelivery, last_error: value(ERROR_FOR_COMPANY) },
  search: sql`concat_ws(' ', event.type, ${ERROR_FOR_COMPANY})`,
  fields: () => sql`delivery.id, delivery.event_id, event.type, delivery.state, delivery.attempts,
    delivery.last_status, ${ERROR_FOR_COMPANY} as last_error, delivery.created_at, delivery.delivered_at, ${NEXT_TRY} as next_try_at`,
  toRows: (records) => records.map((record) => ({ ...record, ...momentsOf(record) })),
});
