import { must } from "@mcc/contract/access/permissions.ts";
import { isOpen } from "@mcc/contract/approvals/decisions.rules.ts";
import { AppError, type ErrorCode, fail } from "@mcc/contract/kit/errors.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import { type Order, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { type CompanyScope, type OpenScope, openScope, openScopeWith } from "../../platform/access/scope.ts";
import { hashToken } from "../../platform/access/tokens.ts";
import { withRetries } from "../../platform/http/session-transactions.ts";
import type { Platform } from "../../platform/platform.ts";
import type { DecisionWithPlacers } from "../approvals/approvals.service.ts";
import { isCurrentStep, useLink, type WorkingLink } from "../approvals/decision-links.service.ts";
import { type DecisionOutcome, decideAsAsked } from "./order-decision.service.ts";
import { findOrder } from "./orders.service.ts";

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
  { database }: Platform,
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
  if (open.company.who.id === link.userId) return open;
  await open.rollback();
  return fail("auth.required");
};

/** How an order stands for the user of a link. */
export interface LinkedOrder {
  readonly order: Order;
  /** It is pending as the message said: for this user, at this step, with this total. */
  readonly isAsSent: boolean;
  readonly hasOtherTotal: boolean;
}

/** The order as the user of the link may see it; reads only. */
export const linkedOrder = async (platform: Platform, use: LinkUse): Promise<LinkedOrder> =>
  withRetries({ method: "GET" }, async () => {
    const open = await openLinkScope(platform, use, true);
    try {
      const { link } = use;
      const order = await findOrder(open.company, link.identifier);
      const isCurrent = await isCurrentStep(open.company, link.stepId);
      const hasOtherTotal = centsOf(order.taxful_total_price_value) !== centsOf(link.total);
      const isAsSent = order.approvable_by_current_user && isCurrent && !hasOtherTotal;
      return { order, isAsSent, hasOtherTotal };
    } finally {
      await open.rollback();
    }
  });

/** The order is still as the message said; everything else is decided by the rules of every decision. */
const mustBeAsSent = ({ order }: DecisionWithPlacers, { stepId, total }: WorkingLink): void => {
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
  platform: Platform,
  use: LinkUse,
  decision: LinkDecision,
  log: Parameters<OpenScope["runAfterCommit"]>[0],
): Promise<DecisionOutcome | undefined> => {
  try {
    return await withRetries({ method: "POST" }, async () => {
      const open = await openLinkScope(platform, use, false);
      try {
        const outcome = await decideOnce(
          platform,
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
  platform: Platform,
  scope: CompanyScope,
  link: WorkingLink,
  decision: LinkDecision,
): Promise<DecisionOutcome> => {
  must(scope.who, "has-order-approvals");
  if (!(await useLink(scope, link.id))) fail("not_found");
  return decideAsAsked(platform, scope, link.identifier, decision, (context) => mustBeAsSent(context, link));
};
