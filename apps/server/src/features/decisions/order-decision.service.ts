import { approvalMessages } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { ApprovalResult, BulkResult, ShownOrder } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import { AppError, type ErrorCode, fail } from "@mcc/contract/kit/errors.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import { respondAfterCommit } from "../../platform/access/deferred-response.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import { announceApprovals, lockOrder } from "../approval-steps/approval-steps.service.ts";
import { moveBudgets } from "../budgets/move-budgets.service.ts";
import { listedOrder } from "../orders/orders.service.ts";
import {
  approveStep,
  type Decision,
  type DecisionWithCreators,
  decisionWithCreators,
  rejectSteps,
} from "./decisions.service.ts";
import { updateOrder } from "./order-change.queries.ts";
import { type FindRemarks, listedRemarks } from "./remarks.service.ts";

/** With a total, only an order that still has it. */
export const approveOrder = (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  total: string | undefined,
) =>
  decideAndRespond(services, scope, identifier, (context) =>
    approveStep(services, scope, context, () => {
      if (total !== undefined) checkShown({ identifier, total }, context.order);
    }),
  );

export const rejectOrder = (services: Services, scope: CompanyScope, identifier: string, note: string) =>
  decideAndRespond(services, scope, identifier, (context) => rejectSteps(services, scope, context, note));

interface WrittenDecision extends Decision {
  /** The decided order. */
  readonly listed: ListedIds;
}

/** With the order's row locked; the order itself changes when its status does. */
const writeDecision = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  takeDecision: (context: DecisionWithCreators, remarksOf: FindRemarks | undefined) => Decision,
  needsRemarks = false,
): Promise<WrittenDecision> => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, context, remarksOf] = await Promise.all([
    answer,
    decisionWithCreators(scope, listed),
    needsRemarks ? listedRemarks(scope, listed) : undefined,
  ]);
  const { id, siteId } = context.order;
  const decision = takeDecision(context, remarksOf);
  const { status, written } = decision;
  announceApprovals(services, scope, siteId);
  return {
    ...decision,
    listed,
    written: Promise.all([
      written,
      ...(status === "Pending Approval"
        ? []
        : [updateOrder(scope, id, status), moveBudgets(services, scope, [id])]),
    ]),
  };
};

/**
 * One transaction of two round trips: the first reads the input of the decision, the second writes, reads the response
 * and commits.
 */
const decideAndRespond = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  takeDecision: (context: DecisionWithCreators) => Decision,
) => {
  const { listed, next, written } = await writeDecision(services, scope, identifier, takeDecision);
  const order = Promise.all([written, listedOrder(scope, listed, { next })]).then(([, read]) => read);
  return respondAfterCommit(scope, order);
};

/** What became of an order that was decided elsewhere than on its page. */
export type DecisionOutcome = Pick<Decision, "status" | "nextStep">;

/** Decides if `check` accepts the order, whose row is locked by then. */
export const decideOrder = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  decision: { readonly approve: true } | { readonly approve: false; readonly note: string },
  check: (context: DecisionWithCreators) => void,
): Promise<DecisionOutcome> => {
  const { status, nextStep, written } = await writeDecision(services, scope, identifier, (context) => {
    check(context);
    return decision.approve
      ? approveStep(services, scope, context)
      : rejectSteps(services, scope, context, decision.note);
  });
  await written;
  return { status, nextStep };
};

/** Refuses an order that is no longer as the user saw it. */
const checkShown = (
  { total, remarks: seen }: ShownOrder,
  order: DecisionWithCreators["order"],
  remarksOf?: FindRemarks,
) => {
  if (centsOf(total) !== centsOf(order.total)) fail("order.total_changed");
  const now = remarksOf?.(order.id);
  if (
    now?.warnings.some(({ id }) => !seen?.warnings.includes(id)) ||
    now?.questions.some(({ id }) => !seen?.questions.includes(id))
  )
    fail("order.has_remarks");
};

/** One of several orders that the user approves together, as they saw it; its result is not an error. */
export const approveShownOrder = async (
  services: Services,
  scope: CompanyScope,
  shown: ShownOrder,
): Promise<BulkResult> => {
  const { identifier } = shown;
  try {
    const { nextStep, written } = await writeDecision(
      services,
      scope,
      identifier,
      (context, remarksOf) =>
        approveStep(services, scope, context, () => checkShown(shown, context.order, remarksOf)),
      shown.remarks !== undefined,
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
  "order.has_remarks": "has_remarks",
  not_found: "not_found",
};
