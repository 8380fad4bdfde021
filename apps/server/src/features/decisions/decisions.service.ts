import { displayName } from "@mcc/contract/access/session.ts";
import type { NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import {
  approve,
  type DecisionResult,
  isOpen,
  orderAfterApproval,
  reject,
} from "@mcc/contract/approval-steps/decisions.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type OrderStatus, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Services } from "../../platform/services.ts";
import {
  decisionContext,
  listedOrderCreators,
  type OrderCreator,
  type OrderToDecide,
  updateSteps,
} from "../approval-steps/approval-steps.service.ts";
import type { DecisionContext } from "../approval-steps/next-approvers.service.ts";
import { nextApprovers } from "../approval-steps/next-approvers.service.ts";
import { notifyApproversSoon } from "../approval-steps/notify-approvers.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import * as queries from "./decisions.queries.ts";
import { notifyOrderCreators } from "./outcome-notices.service.ts";

/** What a decision is written with: those who placed the order are notified of the outcome. */
export interface DecisionWithCreators extends DecisionContext {
  readonly creators: readonly OrderCreator[];
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

export const decisionWithCreators = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<DecisionWithCreators> => {
  const [context, creators] = await Promise.all([
    decisionContext(scope, listed),
    listedOrderCreators(scope, listed),
  ]);
  return { ...context, creators };
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

/** Approves as the signed-in user, who may; `check` can still refuse. */
export const approveStep = (
  services: Services,
  scope: CompanyScope,
  { order, approvers, creators }: DecisionWithCreators,
  check?: () => void,
): Decision => {
  const decided = mustBeAllowed(approve(order, approvers, scope.who.id));
  check?.();
  const { changes, status } = decided;
  const nameOf = nameIn(scope, approvers);
  const me = actorOf(scope, decided, nameOf);
  const steps = changes.map(({ position, act }) => ({ position, by: act?.by }));
  const written: Promise<unknown>[] = [
    queries.addApproval(scope, order.id, me),
    updateSteps(scope, order, changes, nameOf),
    addOrderAudit(scope, order, me, "order.approved", { steps, status, total: order.total }),
  ];
  if (status === "Accepted") {
    written.push(
      addApprovedEvent(services, scope, order, order.total),
      notifyOrderCreators(services, scope, order, creators, { kind: "approved", principal: me.principal }),
    );
  } else {
    scope.afterCommit(() => notifyApproversSoon(services.jobs, scope.companyId));
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
  services: Services,
  scope: CompanyScope,
  { order, approvers, creators }: DecisionWithCreators,
  reason: string,
): Decision => {
  const decided = mustBeAllowed(reject(order, approvers, scope.who.id));
  const { changes, status } = decided;
  const nameOf = nameIn(scope, approvers);
  const me = actorOf(scope, decided, nameOf);
  const { identifier } = order;
  const written = Promise.all([
    queries.addRejection(scope, order.id, { ...me, note: reason }),
    updateSteps(scope, order, changes, nameOf),
    addOrderAudit(scope, order, me, "order.rejected", { note: reason, status, total: order.total }),
    addEvent(scope.db, {
      type: "order.rejected",
      siteId: order.siteId,
      payload: { identifier, rejected_by: me.username, note: reason },
    }),
    notifyOrderCreators(services, scope, order, creators, {
      kind: "rejected",
      note: reason,
      principal: me.principal,
    }),
  ]);
  scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
  return { status, nextStep: null, next: null, written };
};

export const addApprovedEvent = (
  { jobs }: Services,
  scope: CompanyScope,
  { identifier, siteId }: OrderToDecide,
  total: string,
): Promise<unknown> => {
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
  return addEvent(scope.db, { type: "order.approved", siteId, payload: { identifier, total } });
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
