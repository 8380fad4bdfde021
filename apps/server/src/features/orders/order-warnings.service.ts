import { fail } from "@mcc/contract/kit/errors.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Platform } from "../../platform/platform.ts";
import { announceApprovals } from "../approvals/approvals.service.ts";
import { dismissWarning } from "../warnings/warnings.service.ts";
import { findOrder } from "./orders.service.ts";

/** Only for users who may decide about the order now. */
export const dismissOrderWarning = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  warningId: number,
  reason: string,
) => {
  const order = await findOrder(scope, identifier);
  if (order.status !== PENDING) fail("order.not_pending");
  if (!order.approvable_by_current_user) fail("approval.not_yours");
  await dismissWarning(scope, order, warningId, reason);
  announceApprovals(platform, scope, order.site.id);
  return findOrder(scope, identifier);
};
