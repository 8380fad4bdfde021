import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approvals/approvals.schema.ts";
import {
  actorsOf,
  approve,
  type Decided,
  reconsider,
  reject,
} from "@mcc/contract/approvals/decisions.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import * as queries from "./approvals.queries.ts";
import { electorateOf } from "./electorate.ts";
import { tellApproversSoon } from "./notices.service.ts";
import { type QuestionedOrder, questionedOrders } from "./question.queries.ts";
import { listedStandings, type Standing } from "./standing.service.ts";

/** Names a pending order's page shows of those who may act. */
const NAMES_SHOWN = 10;

/** What every decision rests on; the caller holds the order's row, so nothing of it changes meanwhile. */
const inQuestion = async (scope: CompanyScope, orderId: number) => {
  const [order] = await questionedOrders(scope, [orderId]);
  if (!order) fail("not_found");
  return { order, electorate: (await electorateOf(scope, [order]))(order) };
};

type Changed = Exclude<Decided, { refused: unknown }>;

const mustBeDecided = (decided: Decided): Changed => ("refused" in decided ? fail(decided.refused) : decided);

const whoActs = ({ who }: CompanyScope) => ({
  userId: who.id,
  username: who.username,
  name: displayName(who),
});

/** Approves as the person who asks; answers what the order's status is from now on. */
export const approveStep = async (
  platform: Platform,
  scope: CompanyScope,
  orderId: number,
): Promise<OrderStatus> => {
  const { order, electorate } = await inQuestion(scope, orderId);
  const { changes, status } = mustBeDecided(approve(order, electorate, scope.who.id));
  const me = whoActs(scope);
  const names = new Map(electorate.people.map(({ id, name }) => [id, name]));
  await queries.addApproval(scope, orderId, me);
  await queries.changeSteps(scope, orderId, changes, (id) => names.get(id) ?? me.name);
  await note(scope, order, "order.approved", {
    steps: changes.map(({ position, act }) => ({ position, by: act?.by })),
    status,
  });
  if (status === "Accepted") await tellAccepted(platform, scope, order, order.total);
  else scope.afterCommit(() => tellApproversSoon(platform.jobs, scope.companyId));
  return status;
};

/** Rejects as the person who asks, for good. */
export const rejectSteps = async (
  { jobs }: Platform,
  scope: CompanyScope,
  orderId: number,
  reason: string,
): Promise<OrderStatus> => {
  const { order, electorate } = await inQuestion(scope, orderId);
  const { changes, status } = mustBeDecided(reject(order, electorate, scope.who.id));
  const me = whoActs(scope);
  await queries.addRejection(scope, orderId, { ...me, note: reason });
  await queries.changeSteps(scope, orderId, changes, () => me.name);
  await note(scope, order, "order.rejected", { note: reason });
  await addEvent(scope.db, {
    type: "order.rejected",
    payload: { identifier: order.identifier, rejected_by: me.username, note: reason },
  });
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
  return status;
};

/** After a smaller total: steps above it go, given approvals stay. Answers the order's status from now on. */
export const reconsiderSteps = async (
  platform: Platform,
  scope: CompanyScope,
  { id, total }: { id: number; total: string },
): Promise<OrderStatus> => {
  const [order] = await questionedOrders(scope, [id]);
  if (!order) fail("not_found");
  const { changes, status } = reconsider(order.steps, total);
  if (changes.length > 0) await queries.changeSteps(scope, id, changes, () => "");
  if (status === "Accepted") await tellAccepted(platform, scope, order, total);
  return status;
};

const tellAccepted = async (
  { jobs }: Platform,
  scope: CompanyScope,
  { identifier }: QuestionedOrder,
  total: string,
): Promise<void> => {
  await addEvent(scope.db, { type: "order.approved", payload: { identifier, total } });
  scope.afterCommit(() => deliverSoon(jobs, scope.companyId));
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

export { listedSteps } from "./approvals.queries.ts";

/** Why the listed order needs approval, who acted, who is next, and how it stands to the person who asks. */
export const approvalsOf = async (
  scope: CompanyScope,
  orderId: number,
  steps: readonly queries.StepRecord[],
): Promise<{ approval_steps: ApprovalStep[]; next_approvers: NextApprovers | null; standing: Standing }> => {
  const approval_steps = steps.map(({ acted: _, acted_at, ...step }) => ({
    ...step,
    acted_at: acted_at?.toISOString() ?? null,
  }));
  if (!steps.some(({ is_current }) => is_current)) {
    const acted = can(scope.who, "has-order-approvals") && steps.some((step) => step.acted);
    return { approval_steps, next_approvers: null, standing: { acted, mayAct: false, barred: false } };
  }
  const [next_approvers, standingOf] = await Promise.all([
    nextApprovers(scope, orderId),
    listedStandings(scope),
  ]);
  return { approval_steps, next_approvers, standing: standingOf(orderId) };
};

const nextApprovers = async (scope: CompanyScope, orderId: number): Promise<NextApprovers> => {
  const { order, electorate } = await inQuestion(scope, orderId);
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
