import { wouldBeUnassigned } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { isEscalationRole, lockApprovalSettings } from "../approval-rules/approval-rules.service.ts";
import { hasOpenStepFor, hasPendingOrders, samplePendingOrders } from "./deletion-guards.queries.ts";
import { listedEligibleApprovers } from "./eligible-approvers.service.ts";
import { listedOrdersToDecide } from "./orders-to-decide.queries.ts";

/** Approvals cannot be switched off while orders are pending. */
export const mustHaveNothingPending = async (scope: CompanyScope): Promise<void> => {
  await lockApprovalSettings(scope);
  if (await hasPendingOrders(scope)) fail("approvals.pending");
};

/** The record to be deleted. */
export type DeletedRecord =
  | { readonly role: number }
  | { readonly user: number }
  | { readonly site: number }
  | { readonly node: number };

/**
 * Called before a role, a user, a site or a node is deleted, in the same transaction: refuses if a pending order would
 * have a step without an eligible approver. New orders wait until the deletion is done.
 */
export const mustKeepApprovers = async (scope: CompanyScope, deleted: DeletedRecord): Promise<void> => {
  await lockApprovalSettings(scope);
  if ("role" in deleted && (await isEscalationRole(scope, deleted.role))) fail("role.escalation");
  if (await leavesStepUnassigned(scope, deleted)) fail("approver.needed");
};

const leavesStepUnassigned = async (scope: CompanyScope, deleted: DeletedRecord): Promise<boolean> => {
  if ("role" in deleted) return hasOpenStepFor(scope, { roleId: deleted.role });
  if ("node" in deleted) return hasOpenStepFor(scope, { nodeId: deleted.node });
  if ("site" in deleted) return hasPendingOrders(scope, deleted.site);
  const { listed, answer } = listKnownIds(scope.db, await samplePendingOrders(scope));
  const [, orders, approversOf] = await Promise.all([
    answer,
    listedOrdersToDecide(scope, listed),
    listedEligibleApprovers(scope, listed),
  ]);
  return orders.some((order) =>
    order.steps.some(
      (step) => step.state === "open" && wouldBeUnassigned(step, order, approversOf(order), deleted.user),
    ),
  );
};
