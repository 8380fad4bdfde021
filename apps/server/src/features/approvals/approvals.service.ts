import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approvals/approvals.schema.ts";
import {
  actorsOf,
  approve,
  type Decided,
  type Electorate,
  isBarred,
  orderAfter,
  reject,
} from "@mcc/contract/approvals/decisions.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import * as queries from "./approvals.queries.ts";
import { listedElectorate } from "./electorate.ts";
import { tellApproversSoon } from "./notices.service.ts";
import { listedQuestions, type QuestionedOrder, type Voter } from "./question.queries.ts";
import { approvalSettings } from "./rule-book.queries.ts";
import { listedStandings, type Standing, type WaitingOrder } from "./standing.service.ts";

/** Names a pending order's page shows of those who may act. */
const NAMES_SHOWN = 10;

/** What every decision rests on. */
export interface Question {
  readonly order: QuestionedOrder;
  readonly electorate: Electorate<Voter>;
}

/** A decision on its way to the database, where it is written in the order in which it was asked. */
export interface Decision {
  /** The order's status from now on. */
  readonly status: OrderStatus;
  readonly next: NextApprovers | null;
  readonly written: Promise<unknown>;
}

/** The listed order; whoever decides on it holds its row, so that nothing of it changes meanwhile. */
export const orderInQuestion = async (scope: CompanyScope): Promise<QuestionedOrder> => {
  const [order] = await listedQuestions(scope);
  return order ?? fail("not_found");
};

export const inQuestion = async (scope: CompanyScope): Promise<Question> => {
  const [order, electorate] = await Promise.all([orderInQuestion(scope), listedElectorate(scope)]);
  return { order, electorate: electorate(order) };
};

/** Whoever may not approve an order as the one who placed it takes nothing off it either. */
export const mustNotHavePlaced = async (scope: CompanyScope, order: QuestionedOrder): Promise<void> => {
  if (isBarred(scope.who.id, order, await approvalSettings(scope))) fail("line.placer");
};

type Changed = Exclude<Decided, { refused: unknown }>;

const mustBeDecided = (decided: Decided): Changed => ("refused" in decided ? fail(decided.refused) : decided);

const whoActs = ({ who }: CompanyScope) => ({
  userId: who.id,
  username: who.username,
  name: displayName(who),
});

/** Approves as the person who asks. */
export const approveStep = (
  platform: Platform,
  scope: CompanyScope,
  { order, electorate }: Question,
): Decision => {
  const decided = mustBeDecided(approve(order, electorate, scope.who.id));
  const { changes, status } = decided;
  const me = whoActs(scope);
  const names = new Map(electorate.people.map(({ id, name }) => [id, name]));
  const steps = changes.map(({ position, act }) => ({ position, by: act?.by }));
  const written: Promise<unknown>[] = [
    queries.addApproval(scope, order.id, me),
    queries.changeSteps(scope, order, changes, (id) => names.get(id) ?? me.name),
    note(scope, order, "order.approved", { steps, status, total: order.total }),
  ];
  if (status === "Accepted") written.push(tellAccepted(platform, scope, order, order.total));
  else scope.afterCommit(() => tellApproversSoon(platform.jobs, scope.companyId));
  const next = nextApprovers({ order: orderAfter(order, me.userId, decided), electorate });
  return { status, next, written: Promise.all(written) };
};

/** Rejects as the person who asks, for good. */
export const rejectSteps = (
  { jobs }: Platform,
  scope: CompanyScope,
  { order, electorate }: Question,
  reason: string,
): Decision => {
  const { changes, status } = mustBeDecided(reject(order, electorate, scope.who.id));
  const me = whoActs(scope);
  const { identifier } = order;
  const written = Promise.all([
    queries.addRejection(scope, order.id, { ...me, note: reason }),
    queries.changeSteps(scope, order, changes, () => me.name),
    note(scope, order, "order.rejected", { note: reason, total: order.total }),
    addEvent(scope.db, {
      type: "order.rejected",
      payload: { identifier, rejected_by: me.username, note: reason },
    }),
  ]);
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
  return { status, next: null, written };
};

export const tellAccepted = (
  { jobs }: Platform,
  scope: CompanyScope,
  { identifier }: QuestionedOrder,
  total: string,
): Promise<unknown> => {
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
  return addEvent(scope.db, { type: "order.approved", payload: { identifier, total } });
};

const note = (scope: CompanyScope, { identifier }: QuestionedOrder, action: string, details: object) =>
  addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action,
    record: { type: "order", id: identifier },
    details,
  });

/** Open pages that may see this site read again what waits. */
export const announceApprovals = ({ changes }: Platform, scope: CompanyScope, siteId: number): void =>
  scope.afterCommit(() =>
    changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds: [siteId] }),
  );

export { listedSteps, noteChangeSince } from "./approvals.queries.ts";

/** Why an order needs approval, who acted, who is next, and how it stands to the person who asks. */
interface Approvals {
  readonly approval_steps: ApprovalStep[];
  readonly next_approvers: NextApprovers | null;
  readonly standing: Standing;
}

const shownSteps = (steps: readonly queries.StepRecord[]): ApprovalStep[] =>
  steps.map(({ acted: _, acted_at, changed_at, ...step }) => ({
    ...step,
    acted_at: acted_at?.toISOString() ?? null,
    changed_at: changed_at?.toISOString() ?? null,
  }));

/** Of the order somebody has just decided on: they have acted, and so may not act again. */
export const approvalsAfter = (
  { next }: Pick<Decision, "next">,
  steps: readonly queries.StepRecord[],
): Approvals => ({
  approval_steps: shownSteps(steps),
  next_approvers: next,
  standing: { acted: true, mayAct: false, barred: false },
});

/** Of the listed order. */
export const approvalsOf = async (
  scope: CompanyScope,
  order: WaitingOrder,
  steps: readonly queries.StepRecord[],
): Promise<Approvals> => {
  const approval_steps = shownSteps(steps);
  if (!steps.some(({ is_current }) => is_current)) {
    const acted = can(scope.who, "has-order-approvals") && steps.some((step) => step.acted);
    return { approval_steps, next_approvers: null, standing: { acted, mayAct: false, barred: false } };
  }
  const [question, standingOf] = await Promise.all([inQuestion(scope), listedStandings(scope)]);
  return { approval_steps, next_approvers: nextApprovers(question), standing: standingOf(order) };
};

/** Nobody is asked about an order that does not wait. */
const nextApprovers = ({ order, electorate }: Question): NextApprovers | null => {
  if (order.status !== "Pending Approval") return null;
  const actors = actorsOf(order, electorate);
  return {
    count: actors.length,
    names: actors
      .toSorted((a, b) => Number(a.by === "blanket") - Number(b.by === "blanket"))
      .slice(0, NAMES_SHOWN)
      .map(({ person }) => person.name),
    stand_in: actors.length > 0 && actors.every(({ by }) => by === "stand-in"),
  };
};
