import { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { deliveryColumns, toDelivery } from "../events/delivery-rows.service.ts";
import { type DeliveryRecord, FIELDS } from "./deliveries.queries.ts";
import { findWebhook } from "./webhooks.service.ts";

/** The deliveries to one receiver. */
export const webhookDeliverySource = plainList<
  typeof webhookDeliveryList,
  DeliveryRecord,
  CompanyScope,
  { readonly id: number }
>(webhookDeliveryList, {
  from: sql`webhook_deliveries as delivery`,
  id: sql`delivery.id`,
  visible: ({ companyId }, { params: { id } }) => [
    sql`delivery.company_id = ${companyId} and delivery.receiver_id = ${id}`,
  ],
  mustExist: async (scope, { id }) => {
    await findWebhook(scope, id);
  },
  columns: {
    ...deliveryColumns(sql`delivery.type`),
    event_id: requiredValue(sql`delivery.event_id::text`),
  },
  search: sql`concat_ws(' ', delivery.type, delivery.event_id, delivery.last_error)`,
  fields: () => FIELDS,
  toRows: (records) => records.map(toDelivery),
});
