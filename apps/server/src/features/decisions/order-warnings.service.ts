import { fail } from "@mcc/contract/kit/errors.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { announceApprovals } from "../approval-steps/approval-steps.service.ts";
import { findOrder } from "../orders/orders.service.ts";
import { dismissWarning } from "../warnings/warnings.service.ts";

/** Only for users who may decide about the order now. */
export const dismissOrderWarning = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  warningId: number,
  reason: string,
) => {
  const order = await findOrder(scope, identifier);
  if (order.status !== PENDING) fail("order.not_pending");
  if (!order.approvable_by_current_user) fail("approval.not_yours");
  await dismissWarning(scope, order, warningId, reason);
  announceApprovals(services, scope, order.site.id);
  return findOrder(scope, identifier);
};
