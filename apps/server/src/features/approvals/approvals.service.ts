import { ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { addEvent } from "../events/events.service.ts";
import { dropStepsAbove, hasOpenStep, setOrderStatus } from "./approvals.queries.ts";

const ACCEPTED = ORDER_STATUSES.indexOf("Accepted") + 1;

/** After a smaller total: steps above it go, given approvals stay, and an order with nothing open is accepted. */
export const reconsiderSteps = async (
  scope: CompanyScope,
  order: { id: number; identifier: string; total: string },
): Promise<void> => {
  await dropStepsAbove(scope, order.id, order.total);
  if (await hasOpenStep(scope, order.id)) return;
  await setOrderStatus(scope, order.id, ACCEPTED);
  await addEvent(scope.db, {
    type: "order.approved",
    payload: { identifier: order.identifier, total: order.total },
  });
};
