import { fail } from "@mcc/contract/kit/errors.ts";
import type { Order, OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { announceApprovals, approveStep, rejectSteps } from "../approvals/approvals.service.ts";
import { lockOrder, updateOrder } from "./change.queries.ts";
import { findOrder } from "./orders.service.ts";

export const approveOrder = (platform: Platform, scope: CompanyScope, identifier: string): Promise<Order> =>
  decide(platform, scope, identifier, (id) => approveStep(platform, scope, id));

export const rejectOrder = (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  note: string,
): Promise<Order> => decide(platform, scope, identifier, (id) => rejectSteps(platform, scope, id, note));

/** One transaction with the order's row held; the order itself changes when its status does. */
const decide = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  act: (orderId: number) => Promise<OrderStatus>,
): Promise<Order> => {
  const order = (await lockOrder(scope, identifier)) ?? fail("not_found");
  const status = await act(order.id);
  if (status !== "Pending Approval") await updateOrder(scope, order.id, { status });
  announceApprovals(platform, scope, order.site_id);
  return findOrder(scope, identifier);
};
