import { companyDeliveryList, eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { CompanyDelivery } from "@mcc/contract/events/events.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { isFailing, NEXT_TRY, type StoredDelivery } from "./deliveries.conditions.ts";
import { deliveryColumns, toDelivery } from "./delivery-rows.service.ts";
import { DELIVERIES, DELIVERY_FIELDS, type DeliveryRecord } from "./events.queries.ts";

const ofDelivery = deliveryColumns(sql`event.type`);

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
    toRows: (records) => records.map(toDelivery),
  },
);

/** Without the reason behind the colon, which can name addresses of the receiver. */
const ERROR_FOR_COMPANY = sql`split_part(delivery.last_error, ':', 1)`;

/** The deliveries of one company to the provider, for its admins. */
export const companyDeliverySource = plainList<typeof companyDeliveryList, StoredDelivery<CompanyDelivery>>(
  companyDeliveryList,
  {
    from: sql`event_deliveries as delivery
    join events as event on event.company_id = delivery.company_id and event.id = delivery.event_id`,
    id: sql`delivery.id`,
    visible: ({ companyId }) => [sql`delivery.company_id = ${companyId} and delivery.receiver_id is null`],
    extra: ({ failing }) => (failing === undefined ? [] : [sql`${isFailing} = ${failing}`]),
    columns: { ...ofDelivery, last_error: value(ERROR_FOR_COMPANY) },
    search: sql`concat_ws(' ', event.type, ${ERROR_FOR_COMPANY})`,
    fields: () => sql`delivery.id, delivery.event_id, event.type, delivery.state, delivery.attempts,
    delivery.last_status, ${ERROR_FOR_COMPANY} as last_error, delivery.created_at, delivery.delivered_at, ${NEXT_TRY} as next_try_at`,
    toRows: (records) => records.map(toDelivery),
  },
);
