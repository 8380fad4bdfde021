import { z } from "zod";
import { companyDeliveryList } from "../events/events.api.ts";
import { DELIVERIES_KEPT_DAYS } from "../events/events.schema.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { textColumn } from "../kit/list-columns.ts";
import {
  BOTH_SECRETS_HOURS,
  FAILING_HOURS,
  KEPT_DAYS,
  MOST_WEBHOOKS,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookWithSecret,
} from "./webhooks.schema.ts";

const path = "/accounts/webhooks/";
const allow = "company-admin";
const byId = { allow, params: z.object({ id: pathId }) } as const;

export const webhooks = endpoint({
  method: "GET",
  path,
  allow,
  summary: "List the receivers of the company's events",
  reply: z.object({ results: z.array(Webhook) }),
});

export const findWebhook = endpoint({
  ...byId,
  method: "GET",
  path: `${path}:id/`,
  summary: "Get a receiver of the company's events, without its secret",
  reply: Webhook,
  fails: ["not_found"],
});

export const createWebhook = endpoint({
  method: "POST",
  path,
  allow,
  summary: "Add a receiver of the company's events; only this response shows its secret",
  description: `A company has at most ${MOST_WEBHOOKS}. Events are signed as Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature), and sent at least once, in no promised order. The receiver answers with 2xx within 10 seconds; redirects are not followed. An event is sent as soon as it happens. After a failure it is sent again after 2, 4, 8 … seconds, at most an hour, at the next full minute; a receiver that fails for ${FAILING_HOURS} hours is paused. Deliveries are kept for ${DELIVERIES_KEPT_DAYS} days.`,
  confirm: "security",
  body: NewWebhook,
  reply: WebhookWithSecret,
  fails: ["webhook.full"],
});

export const updateWebhook = endpoint({
  ...byId,
  method: "PATCH",
  path: `${path}:id/`,
  summary: "Change a receiver, pause it or resume it; what is left out stays",
  description: `Events of the first ${KEPT_DAYS} days of a pause are sent when it ends, unless they are older than ${DELIVERIES_KEPT_DAYS} days. What is waiting is sent to the new address, unless its kind or site is no longer chosen.`,
  confirm: "security",
  body: WebhookChanges,
  reply: Webhook,
  fails: ["not_found"],
});

export const deleteWebhook = endpoint({
  ...byId,
  method: "DELETE",
  path: `${path}:id/`,
  summary: "Delete a receiver with its deliveries; what is waiting is not sent",
  confirm: "security",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

export const createWebhookSecret = endpoint({
  ...byId,
  method: "POST",
  path: `${path}:id/secret/`,
  summary: "Replace the secret of a receiver; only this response shows the new one",
  description: `For ${BOTH_SECRETS_HOURS} hours events have two signatures, with the new secret and with the previous one; three if it is replaced again during this time, and then not once more.`,
  confirm: "security",
  reply: WebhookWithSecret,
  fails: ["not_found", "secret.replaced"],
});

export const testWebhook = endpoint({
  ...byId,
  method: "POST",
  path: `${path}:id/test/`,
  summary: "Send a test event to a receiver",
  reply: WebhookDelivery,
  fails: ["not_found", "webhook.paused", "rate.limited"],
});

export const webhookDeliveryList = list({
  name: "webhook-deliveries",
  path: `${path}:id/deliveries/`,
  summary: "deliveries to a receiver of the company's events",
  allow,
  params: z.object({ id: pathId }),
  fails: ["not_found"],
  row: WebhookDelivery,
  sort: "-created_at",
  essentials: ["type", "state", "created_at", "last_error"],
  columns: { ...companyDeliveryList.columns, event_id: textColumn("Message Id", { hidden: true }) },
});

export const findWebhookDelivery = endpoint({
  ...byId,
  method: "GET",
  path: `${path}deliveries/:id/`,
  summary: "Get a delivery to a receiver: the request, and the answer to each attempt",
  reply: WebhookDeliveryDetails,
  fails: ["not_found"],
});

export const replayWebhookDelivery = endpoint({
  ...byId,
  method: "POST",
  path: `${path}deliveries/:id/replay/`,
  summary: "Send an event to a receiver again, with the same message id",
  reply: WebhookDelivery,
  fails: ["not_found", "webhook.paused", "rate.limited"],
});
