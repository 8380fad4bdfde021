import type { CompanyScope } from "../../platform/access/scope.ts";
import { respondWithCommit } from "../../platform/http/respond-with-commit.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  announceApprovals,
  approveStep,
  type Decision,
  type DecisionContext,
  decisionContext,
  rejectSteps,
} from "../approvals/approvals.service.ts";
import { lockOrder, updateOrder } from "./order-change.queries.ts";
import { listedOrder } from "./orders.service.ts";

export const approveOrder = (platform: Platform, scope: CompanyScope, identifier: string) =>
  decide(platform, scope, identifier, (context) => approveStep(platform, scope, context));

export const rejectOrder = (platform: Platform, scope: CompanyScope, identifier: string, note: string) =>
  decide(platform, scope, identifier, (context) => rejectSteps(platform, scope, context, note));

/**
 * One transaction with the order's row locked; the order itself changes when its status does. It takes two round trips:
 * the first reads the input of the decision, the second writes, reads the response and commits.
 */
const decide = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  act: (context: DecisionContext) => Decision,
) => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, context] = await Promise.all([answer, decisionContext(scope, listed)]);
  const { id, siteId } = context.order;
  const { status, next, written } = act(context);
  const order = Promise.all([
    written,
    status === "Pending Approval" ? undefined : updateOrder(scope, id, status),
    listedOrder(scope, listed, { next }),
  ]).then(([, , read]) => read);
  announceApprovals(platform, scope, siteId);
  return respondWithCommit(scope, order);
};
