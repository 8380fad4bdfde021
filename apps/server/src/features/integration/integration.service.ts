import { integrationMessages } from "@mcc/contract/integration/integration.messages.ts";
import type { IntegrationOrder, StoredOrder } from "@mcc/contract/integration/integration.schema.ts";
import type { OrderDraft, OrderProgress } from "@mcc/contract/integration/order-input.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { nameOf, PAYMENT_STATUSES, statusOf } from "@mcc/contract/orders/orders.schema.ts";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { Services } from "../../platform/services.ts";
import { addKeyWrites } from "../api-keys/key-writes.service.ts";
import { announceNewOrders, announceOrders } from "../approval-steps/new-order-steps.service.ts";
import { moveBudgets } from "../budgets/move-budgets.service.ts";
import { mustAllowStatus } from "./classify-draft.ts";
import { ingest, type StoredOutcome } from "./ingest.service.ts";
import { dropOpenSteps } from "./lines.queries.ts";
import { changesProgress, progressRow, rowOf } from "./order-rows.ts";
import { lockOrders, updateOrders } from "./orders.queries.ts";
import { findOrderResponse } from "./response.queries.ts";

export const upsertOrder = async (
  services: Services,
  scope: IntegrationScope,
  identifier: string,
  draft: OrderDraft,
): Promise<IntegrationOrder> => {
  if (draft.identifier !== undefined && draft.identifier !== identifier) {
    failField("identifier", integrationMessages.otherIdentifier);
  }
  const outcome = (await ingest(services, scope, [{ ...draft, identifier }])).get(identifier);
  if (!outcome || "refused" in outcome) throw outcome?.refused ?? fail("unexpected");
  return { ...(await readOrder(scope, identifier)), ...outcome };
};

export const updateOrderProgress = async (
  services: Services,
  scope: IntegrationScope,
  identifier: string,
  progress: OrderProgress,
): Promise<IntegrationOrder> => {
  const [stored] = await lockOrders(scope, [identifier]);
  if (!stored) fail("not_found");
  mustAllowStatus(stored, progress);
  const changed = changesProgress(progress, stored);
  if (changed) {
    await Promise.all([
      updateOrders(scope, [{ ...rowOf(stored), ...progressRow(progress, stored) }]),
      addKeyWrites(scope, "order", [identifier], false),
    ]);
    announceOrders(services, scope, [stored.site_id]);
  }
  if (statusOf(stored.status) === "Pending Approval" && progress.status === "Canceled") {
    await dropOpenSteps(scope, [stored.id]);
    announceNewOrders(services, scope, { waiting: [], settled: [stored.site_id] });
  }
  if (changed) await moveBudgets(services, scope, [stored.id]);
  const done: StoredOutcome = changed ? { changed } : { changed, reason: "unchanged" };
  return { ...(await readOrder(scope, identifier)), ...done };
};

export const readOrder = async (scope: IntegrationScope, identifier: string): Promise<StoredOrder> => {
  const order = (await findOrderResponse(scope, identifier)) ?? fail("not_found");
  const status = statusOf(order.status);
  const open = order.approval_steps.find(({ state }) => state === "open");
  return {
    ...order,
    status,
    payment_status: nameOf(PAYMENT_STATUSES, order.payment_status),
    order_date: order.order_date.toISOString(),
    current_required_approval: status === "Pending Approval" && open ? { name: open.name } : null,
  };
};
