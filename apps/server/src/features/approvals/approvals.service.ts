import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approvals/approvals.schema.ts";
import {
  approve,
  currentApprovers,
  type DecisionResult,
  isOpen,
  orderAfterApproval,
  reject,
} from "@mcc/contract/approvals/decisions.rules.ts";
import { type EligibleApprovers, isBarred } from "@mcc/contract/approvals/entitlements.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import { type OrderStatus, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Platform } from "../../platform/platform.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import { approvalSettings } from "./approval-settings.queries.ts";
import * as queries from "./approvals.queries.ts";
import { listedEligibleApprovers } from "./eligible-approvers.ts";
import { nextApprovers } from "./next-approvers.ts";
import { notifyApproversSoon } from "./notices.service.ts";
import { type Approver, listedOrdersToDecide, type OrderToDecide } from "./orders-to-decide.queries.ts";
import { listedPlacers, notifyPlacers, type Placer } from "./outcome-notices.service.ts";
import { listedUserApprovals, type UserApproval, type WaitingOrder } from "./user-approval.service.ts";

/** The input of every decision. */
export interface DecisionContext {
  readonly order: OrderToDecide;
  readonly approvers: EligibleApprovers<Approver>;
}

/** What a decision is written with: those who placed the order are notified of the outcome. */
export interface DecisionWithPlacers extends DecisionContext {
  readonly placers: readonly Placer[];
}

/** The database writes of a decision, executed in the order in which they were added. */
export interface Decision {
  /** The order's new status. */
  readonly status: OrderStatus;
  /** The role or user of the step that is open now; null when none is. */
  readonly nextStep: string | null;
  readonly next: NextApprovers | null;
  readonly written: Promise<unknown>;
}

/** The listed order; whoever decides on it holds its row, so that nothing of it changes meanwhile. */
export const findOrderToDecide = async (scope: CompanyScope, listed: ListedIds): Promise<OrderToDecide> => {
  const [order] = await listedOrdersToDecide(scope, listed);
  return order ?? fail("not_found");
};

export const decisionContext = async (scope: CompanyScope, listed: ListedIds): Promise<DecisionContext> => {
  const [order, approversOf] = await Promise.all([
    findOrderToDecide(scope, listed),
    listedEligibleApprovers(scope, listed),
  ]);
  return { order, approvers: approversOf(order) };
};

export const decisionWithPlacers = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<DecisionWithPlacers> => {
  const [context, placers] = await Promise.all([
    decisionContext(scope, listed),
    listedPlacers(scope, listed),
  ]);
  return { ...context, placers };
};

/** A user who may not approve an order because they placed it may not remove items from it either. */
export const mustNotHavePlaced = async (scope: CompanyScope, order: OrderToDecide): Promise<void> => {
  if (isBarred(scope.who.id, order, await approvalSettings(scope))) fail("line.placer");
};

/**
 * Whoever sees an order only as a deputy, or approves nothing themselves, removes items only from orders that they may
 * decide about. Answers in whose place they do so.
 */
export const mustMayRemove = async (
  scope: CompanyScope,
  listed: ListedIds,
  order: OrderToDecide,
): Promise<string | undefined> => {
  const { who, siteIds } = scope;
  const seesSite = siteIds === "all" || siteIds.includes(order.siteId);
  if (seesSite && (who.is_approver || who.is_company_admin)) return undefined;
  const { approvers } = await decisionContext(scope, listed);
  const me = currentApprovers(order, approvers).find(({ person }) => person.id === who.id);
  return (me ?? fail("approval.not_yours")).standsInFor?.principal.name;
};

type StepChanges = Exclude<DecisionResult, { refused: unknown }>;

const mustBeAllowed = (decided: DecisionResult): StepChanges =>
  "refused" in decided ? fail(decided.refused) : decided;

/** The signed-in user, and in whose place they decide. */
const actorOf = ({ who }: CompanyScope, { changes }: StepChanges, nameOf: NameOf) => {
  const principalId = changes.find(({ act }) => act?.userId === who.id && act.by === "deputy")?.act?.for
    ?.principalId;
  return {
    userId: who.id,
    username: who.username,
    name: displayName(who),
    principal: principalId === undefined ? null : nameOf(principalId),
  };
};

type NameOf = (userId: number) => string;

const nameIn = (scope: CompanyScope, { people }: DecisionContext["approvers"]): NameOf => {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? displayName(scope.who);
};

/** Approves as the signed-in user; with `shownTotal`, only an order that still has this total. */
export const approveStep = (
  platform: Platform,
  scope: CompanyScope,
  { order, approvers, placers }: DecisionWithPlacers,
  shownTotal = order.total,
): Decision => {
  const decided = mustBeAllowed(approve(order, approvers, scope.who.id));
  if (centsOf(shownTotal) !== centsOf(order.total)) fail("order.total_changed");
  const { changes, status } = decided;
  const nameOf = nameIn(scope, approvers);
  const me = actorOf(scope, decided, nameOf);
  const steps = changes.map(({ position, act }) => ({ position, by: act?.by }));
  const written: Promise<unknown>[] = [
    queries.addApproval(scope, order.id, me),
    queries.updateSteps(scope, order, changes, nameOf),
    addOrderAudit(scope, order, me, "order.approved", { steps, status, total: order.total }),
  ];
  if (status === "Accepted") {
    written.push(
      addApprovedEvent(platform, scope, order, order.total),
      notifyPlacers(platform, scope, order, placers, { kind: "approved", principal: me.principal }),
    );
  } else {
    scope.afterCommit(() => notifyApproversSoon(platform.jobs, scope.companyId));
  }
  const after = orderAfterApproval(order, me.userId, decided);
  const nextStep = after.steps.find(isOpen)?.name ?? null;
  return {
    status,
    nextStep,
    next: nextApprovers({ order: after, approvers }, scope.who.id),
    written: Promise.all(written),
  };
};

/** Rejects as the signed-in user; final. */
export const rejectSteps = (
  platform: Platform,
  scope: CompanyScope,
  { order, approvers, placers }: DecisionWithPlacers,
  reason: string,
): Decision => {
  const decided = mustBeAllowed(reject(order, approvers, scope.who.id));
  const { changes, status } = decided;
  const nameOf = nameIn(scope, approvers);
  const me = actorOf(scope, decided, nameOf);
  const { identifier } = order;
  const written = Promise.all([
    queries.addRejection(scope, order.id, { ...me, note: reason }),
    queries.updateSteps(scope, order, changes, nameOf),
    addOrderAudit(scope, order, me, "order.rejected", { note: reason, status, total: order.total }),
    addEvent(scope.db, {
      type: "order.rejected",
      payload: { identifier, rejected_by: me.username, note: reason },
    }),
    notifyPlacers(platform, scope, order, placers, {
      kind: "rejected",
      note: reason,
      principal: me.principal,
    }),
  ]);
  scope.afterCommit(() => deliverSoon(platform.jobs, scope.companyId));
  return { status, nextStep: null, next: null, written };
};

export const addApprovedEvent = (
  { jobs }: Platform,
  scope: CompanyScope,
  { identifier }: OrderToDecide,
  total: string,
): Promise<unknown> => {
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
  return addEvent(scope.db, { type: "order.approved", payload: { identifier, total } });
};

const addOrderAudit = (
  scope: CompanyScope,
  { identifier }: OrderToDecide,
  { userId: id, name, principal }: ReturnType<typeof actorOf>,
  action: string,
  details: object,
) =>
  addAuditEntry(scope.db, {
    actor: { id, name },
    ...(principal !== null && { onBehalfOf: principal }),
    action,
    record: { type: "order", id: identifier },
    details: scope.via ? { ...details, via: scope.via } : details,
    before: { status: PENDING },
  });

/** Open pages that may see this site read the pending orders again. */
export const announceApprovals = ({ changes }: Platform, scope: CompanyScope, siteId: number): void =>
  scope.afterCommit(() =>
    changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds: [siteId] }),
  );

export { listedSteps, markChangedSinceApproval } from "./approvals.queries.ts";

/** Why an order needs approval, who acted, who is next, and what the user may do with the order. */
interface Approvals {
  readonly approval_steps: ApprovalStep[];
  readonly next_approvers: NextApprovers | null;
  readonly userApproval: UserApproval;
}

const shownSteps = (steps: readonly queries.StepRecord[]): ApprovalStep[] =>
  steps.map(({ acted: _, escalated_at, acted_at, changed_at, ...step }) => ({
    ...step,
    escalated_at: escalated_at?.toISOString() ?? null,
    acted_at: acted_at?.toISOString() ?? null,
    changed_at: changed_at?.toISOString() ?? null,
  }));

/** For the order the user has just decided on: they have acted and may not act again. */
export const approvalsAfter = (
  { next }: Pick<Decision, "next">,
  steps: readonly queries.StepRecord[],
): Approvals => ({
  approval_steps: shownSteps(steps),
  next_approvers: next,
  userApproval: { acted: true, mayAct: false, barred: false },
});

/** For the listed order. */
export const approvalsOf = async (
  scope: CompanyScope,
  listed: ListedIds,
  order: WaitingOrder,
  steps: readonly queries.StepRecord[],
): Promise<Approvals> => {
  const approval_steps = shownSteps(steps);
  if (!steps.some(({ is_current }) => is_current)) {
    const acted = can(scope.who, "has-order-approvals") && steps.some((step) => step.acted);
    return { approval_steps, next_approvers: null, userApproval: { acted, mayAct: false, barred: false } };
  }
  const [context, userApprovalOf] = await Promise.all([
    decisionContext(scope, listed),
    listedUserApprovals(scope, listed),
  ]);
  return {
    approval_steps,
    next_approvers: nextApprovers(context, scope.who.id),
    userApproval: userApprovalOf(order),
  };
};
