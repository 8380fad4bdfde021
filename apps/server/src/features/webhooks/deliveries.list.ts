import { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { WebhookDelivery } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { type DeliveryRecord, FIELDS, NEXT_TRY } from "./deliveries.queries.ts";
import { findWebhook } from "./webhooks.service.ts";

export const toDelivery = ({
  created_at,
  delivered_at,
  next_try_at,
  ...record
}: DeliveryRecord): WebhookDelivery => ({
  ...record,
  created_at: created_at.toISOString(),
  delivered_at: delivered_at?.toISOString() ?? null,
  next_try_at: next_try_at?.toISOString() ?? null,
});

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
    type: requiredValue(sql`delivery.type`),
    state: requiredValue(sql`initcap(delivery.state)`),
    attempts: requiredValue(sql`delivery.attempts`),
    last_status: value(sql`delivery.last_status`),
    created_at: requiredValue(sql`delivery.created_at`),
    delivered_at: value(sql`delivery.delivered_at`),
    next_try_at: value(NEXT_TRY),
    last_error: value(sql`delivery.last_error`),
    event_id: requiredValue(sql`delivery.event_id::text`),
  },
  search: sql`concat_ws(' ', delivery.type, delivery.event_id, delivery.last_error)`,
  fields: () => FIELDS,
  toRows: (records) => records.map(toDelivery),
});
