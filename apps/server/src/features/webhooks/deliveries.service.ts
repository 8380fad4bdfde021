import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { WebhookDelivery, WebhookDeliveryDetails } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { toAttempts, toDelivery } from "../events/delivery-rows.service.ts";
import { addEvent, deliverSoon, sentRequest } from "../events/events.service.ts";
import { withoutQuery } from "../events/shown-address.service.ts";
import * as queries from "./deliveries.queries.ts";
import { lockedWebhook } from "./webhooks.service.ts";

/** How often admins of a company may send tests and replays. */
const REQUESTED = { max: 120, seconds: 15 * 60 };

const found = async (scope: CompanyScope, id: number) =>
  (await queries.findDelivery(scope, id)) ?? fail("not_found");

export const findWebhookDelivery = async (
  scope: CompanyScope,
  id: number,
): Promise<WebhookDeliveryDetails> => {
  const { receiver_id, payload, happened_at, slug_name, ...delivery } = await found(scope, id);
  const { event_id, type } = delivery;
  const log = await queries.attemptRows(scope, id);
  return {
    ...toDelivery(delivery),
    webhook_id: receiver_id,
    request: sentRequest({ event_id, type, payload, created_at: happened_at, slug_name }),
    log: toAttempts(log),
  };
};

/** A delivery that a company admin has requested: on record, and sent after the commit. */
const requestDelivery = async (
  { database, jobs }: Services,
  scope: CompanyScope,
  receiverId: number,
  action: "webhook.tested" | "webhook.replayed",
  add: () => Promise<number>,
): Promise<WebhookDelivery> => {
  const { db, who, companyId } = scope;
  const { url, paused_at } = await lockedWebhook(scope, receiverId);
  if (paused_at !== null) fail("webhook.paused");
  await countAttempt(database.platform, [{ bucket: `webhooks:${companyId}`, ...REQUESTED }]);
  const { receiver_id, payload, happened_at, slug_name, ...delivery } = await found(scope, await add());
  await addAuditEntry(db, {
    ...{ actor: { id: who.id, name: displayName(who) }, action },
    record: { type: "webhook", id: receiverId },
    details: { name: withoutQuery(url), event: delivery.type, message_id: delivery.event_id },
  });
  scope.afterCommit(() => deliverSoon(jobs, companyId));
  return toDelivery(delivery);
};

export const replayWebhookDelivery = async (services: Services, scope: CompanyScope, id: number) => {
  const delivery = await found(scope, id);
  return requestDelivery(services, scope, delivery.receiver_id, "webhook.replayed", () =>
    queries.addReplay(scope, delivery),
  );
};

/** Sent as every other event is, and retried like them. */
export const testWebhook = (services: Services, scope: CompanyScope, receiverId: number) =>
  requestDelivery(services, scope, receiverId, "webhook.tested", async () => {
    const payload = { message: "This is a test.", requested_by: displayName(scope.who) };
    const event = await addEvent(scope.db, { type: "test", siteId: null, receiverId, payload });
    return queries.deliveryOf(scope, event);
  });
