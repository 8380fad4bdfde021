import { must } from "@mcc/contract/access/permissions.ts";
import { isOpen } from "@mcc/contract/approval-steps/decisions.rules.ts";
import type { OrderBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { isOpenQuestion, type OrderComment } from "@mcc/contract/comments/comments.schema.ts";
import { AppError, type ErrorCode, fail } from "@mcc/contract/kit/errors.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import { type Order, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { type CompanyScope, type OpenScope, openScope, openScopeWith } from "../../platform/access/scope.ts";
import { hashToken } from "../../platform/access/tokens.ts";
import { withRetries } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { orderBudgets } from "../budgets/order-budgets.service.ts";
import { orderComments } from "../comments/comments.service.ts";
import type { DecisionWithCreators } from "../decisions/decisions.service.ts";
import { type DecisionOutcome, decideOrder } from "../decisions/order-decision.service.ts";
import { findOrder } from "../orders/orders.service.ts";
import { isCurrentStep, useLink, type WorkingLink } from "./decision-links.service.ts";

/** What was chosen on the page of a link. */
export type LinkDecision = { readonly approve: true } | { readonly approve: false; readonly note: string };

/** Who uses a link: its token, and the session that a proof of its user's sign-in names. */
export interface LinkUse {
  readonly link: WorkingLink;
  readonly token: string;
  readonly session: string | undefined;
}

/** Whether the user has to sign in before the page shows anything. */
export const needsSignIn = ({ link, session }: LinkUse): boolean => !link.withoutSignIn && !session;

const ENTER =
  "select who::text, to_json(site_ids)::text as site_ids from tenant.enter_with_decision_link($1)";

/** The scope of the link's user: by their session, or by the link alone where the company allows that. */
const openLinkScope = async (
  { database }: Services,
  { link, token, session }: LinkUse,
  readOnly: boolean,
): Promise<OpenScope> => {
  if (link.withoutSignIn) {
    const enter = { name: "enter-with-decision-link", text: ENTER, values: [hashToken(token)] };
    return openScopeWith(database, { ...link, readOnly }, enter).catch((error) => {
      // It was used since it was looked up: a sign-in would not help.
      if (error instanceof AppError && error.code === "auth.required") return fail("not_found");
      throw error;
    });
  }
  const open = await openScope(database, { sessionId: session ?? "", token: "", readOnly });
  const { who } = open.company;
  if (who.id === link.userId && !who.must_enroll) return open;
  await open.rollback();
  return fail("auth.required");
};

/** How an order stands for the user of a link. */
export interface LinkedOrder {
  readonly order: Order;
  /** Questions that nobody has answered yet, oldest first. */
  readonly questions: readonly OrderComment[];
  /** All others, oldest first. */
  readonly comments: readonly OrderComment[];
  /** What is left of the budgets that cover it. */
  readonly budgets: readonly OrderBudget[];
  /** It is pending as the message said: for this user, at this step, with this total. */
  readonly isAsSent: boolean;
  readonly hasOtherTotal: boolean;
}

/** The order as the user of the link may see it; reads only. */
export const linkedOrder = async (services: Services, use: LinkUse): Promise<LinkedOrder> =>
  withRetries({ method: "GET" }, async () => {
    const open = await openLinkScope(services, use, true);
    try {
      const { link } = use;
      const order = await findOrder(open.company, link.identifier);
      const { results: said } = await orderComments(open.company, link.identifier);
      const { questions = [], comments = [] } = Object.groupBy(said, (one) =>
        isOpenQuestion(one) ? "questions" : "comments",
      );
      const { results: budgets } = await orderBudgets(open.company, link.identifier);
      const isCurrent = await isCurrentStep(open.company, link.stepId);
      const hasOtherTotal = centsOf(order.taxful_total_price_value) !== centsOf(link.total);
      const isAsSent = order.approvable_by_current_user && isCurrent && !hasOtherTotal;
      return { order, questions, comments, budgets, isAsSent, hasOtherTotal };
    } finally {
      await open.rollback();
    }
  });

/** The order is still as the message said; everything else is decided by the rules of every decision. */
const mustBeAsSent = ({ order }: DecisionWithCreators, { stepId, total }: WorkingLink): void => {
  if (order.status !== PENDING || order.steps.find(isOpen)?.id !== stepId) fail("order.not_pending");
  if (centsOf(order.total) !== centsOf(total)) fail("order.total_changed");
};

/** Refusals that say how the order stands; any other error is one of the request. */
const REFUSALS: readonly ErrorCode[] = [
  "order.not_pending",
  "order.total_changed",
  "approval.not_yours",
  "order.already_approved",
];

/**
 * Decides by the link, once: it is marked as used in the transaction of the decision. Undefined when the order is no
 * longer as the message said; then nothing is changed and the link stays.
 */
export const decideByLink = async (
  services: Services,
  use: LinkUse,
  decision: LinkDecision,
  log: Parameters<OpenScope["runAfterCommit"]>[0],
): Promise<DecisionOutcome | undefined> => {
  try {
    return await withRetries({ method: "POST" }, async () => {
      const open = await openLinkScope(services, use, false);
      try {
        const outcome = await decideOnce(
          services,
          { ...open.company, via: "e-mail link" },
          use.link,
          decision,
        );
        await open.commit();
        open.runAfterCommit(log);
        return outcome;
      } catch (error) {
        await open.rollback();
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.code)) return undefined;
    throw error;
  }
};

const decideOnce = async (
  services: Services,
  scope: CompanyScope,
  link: WorkingLink,
  decision: LinkDecision,
): Promise<DecisionOutcome> => {
  must(scope.who, "has-order-approvals");
  if (!(await useLink(scope, link.id))) fail("not_found");
  return decideOrder(services, scope, link.identifier, decision, (context) => mustBeAsSent(context, link));
};
