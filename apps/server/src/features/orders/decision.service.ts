import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { withCommit } from "../../platform/with-commit.ts";
import {
  announceApprovals,
  approveStep,
  type Decision,
  inQuestion,
  type Question,
  rejectSteps,
} from "../approvals/approvals.service.ts";
import { holdOrder, updateOrder } from "./change.queries.ts";
import { listedOrder } from "./orders.service.ts";

export const approveOrder = (platform: Platform, scope: CompanyScope, identifier: string) =>
  decide(platform, scope, identifier, (question) => approveStep(platform, scope, question));

export const rejectOrder = (platform: Platform, scope: CompanyScope, identifier: string, note: string) =>
  decide(platform, scope, identifier, (question) => rejectSteps(platform, scope, question, note));

/**
 * One transaction with the order's row held; the order itself changes when its status does. It takes two turns: what
 * is read in the first one decides, and what the second one writes, reads for the answer and commits travels together.
 */
const decide = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  act: (question: Question) => Decision,
) => {
  const [, question] = await Promise.all([holdOrder(scope, identifier), inQuestion(scope)]);
  const { id, siteId } = question.order;
  const { status, next, written } = act(question);
  const order = Promise.all([
    written,
    status === "Pending Approval" ? undefined : updateOrder(scope, id, status),
    listedOrder(scope, { next }),
  ]).then(([, , read]) => read);
  announceApprovals(platform, scope, siteId);
  return withCommit(scope, order);
};
