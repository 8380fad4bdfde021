import { approvalMessages } from "@mcc/contract/approvals/approvals.messages.ts";
import { AppError, type ErrorCode } from "@mcc/contract/kit/errors.ts";
import type { ApprovalResult, BulkResult, ShownOrder } from "@mcc/contract/orders/bulk-approval.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { respondAfterCommit } from "../../platform/http/respond-after-commit.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  announceApprovals,
  approveStep,
  type Decision,
  type DecisionWithPlacers,
  decisionWithPlacers,
  rejectSteps,
} from "../approvals/approvals.service.ts";
import { lockOrder, updateOrder } from "./order-change.queries.ts";
import { listedOrder } from "./orders.service.ts";

export const approveOrder = (platform: Platform, scope: CompanyScope, identifier: string) =>
  decide(platform, scope, identifier, (context) => approveStep(platform, scope, context));

export const rejectOrder = (platform: Platform, scope: CompanyScope, identifier: string, note: string) =>
  decide(platform, scope, identifier, (context) => rejectSteps(platform, scope, context, note));

interface WrittenDecision extends Decision {
  /** The decided order. */
  readonly listed: ListedIds;
}

/** With the order's row locked; the order itself changes when its status does. */
const write = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  act: (context: DecisionWithPlacers) => Decision,
): Promise<WrittenDecision> => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, context] = await Promise.all([answer, decisionWithPlacers(scope, listed)]);
  const { id, siteId } = context.order;
  const decision = act(context);
  const { status, written } = decision;
  announceApprovals(platform, scope, siteId);
  return {
    ...decision,
    listed,
    written: Promise.all([
      written,
      status === "Pending Approval" ? undefined : updateOrder(scope, id, status),
    ]),
  };
};

/**
 * One transaction of two round trips: the first reads the input of the decision, the second writes, reads the response
 * and commits.
 */
const decide = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  act: (context: DecisionWithPlacers) => Decision,
) => {
  const { listed, next, written } = await write(platform, scope, identifier, act);
  const order = Promise.all([written, listedOrder(scope, listed, { next })]).then(([, read]) => read);
  return respondAfterCommit(scope, order);
};

/** What became of an order that was decided elsewhere than on its page. */
export type DecisionOutcome = Pick<Decision, "status" | "nextStep">;

/** Decides if `check` accepts the order, whose row is locked by then. */
export const decideAsAsked = async (
  platform: Platform,
  scope: CompanyScope,
  identifier: string,
  decision: { readonly approve: true } | { readonly approve: false; readonly note: string },
  check: (context: DecisionWithPlacers) => void,
): Promise<DecisionOutcome> => {
  const { status, nextStep, written } = await write(platform, scope, identifier, (context) => {
    check(context);
    return decision.approve
      ? approveStep(platform, scope, context)
      : rejectSteps(platform, scope, context, decision.note);
  });
  await written;
  return { status, nextStep };
};

/** One of several orders that the user approves together, with the total they saw; its result is not an error. */
export const approveShownOrder = async (
  platform: Platform,
  scope: CompanyScope,
  { identifier, total }: ShownOrder,
): Promise<BulkResult> => {
  try {
    const { nextStep, written } = await write(platform, scope, identifier, (context) =>
      approveStep(platform, scope, context, total),
    );
    await written;
    return nextStep === null
      ? { identifier, result: "approved", detail: approvalMessages.approved }
      : { identifier, result: "recorded", detail: approvalMessages.recorded(nextStep) };
  } catch (error) {
    const result = error instanceof AppError ? REFUSALS[error.code] : undefined;
    if (!result) throw error;
    return { identifier, result, detail: (error as AppError).message };
  }
};

const REFUSALS: Partial<Record<ErrorCode, ApprovalResult>> = {
  "order.not_pending": "not_pending",
  "approval.not_yours": "not_allowed",
  "order.already_approved": "already_approved",
  "order.total_changed": "total_changed",
  not_found: "not_found",
};
