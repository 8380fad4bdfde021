import type { NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import type { EligibleApprovers, EntitledApprover } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import type { Approver, NamedDelegation, OrderToDecide } from "./orders-to-decide.queries.ts";

/** The number of approver names shown on a pending order's page. */
const NAMES_SHOWN = 10;

/** The input of every decision. */
export interface DecisionContext {
  readonly order: OrderToDecide;
  readonly approvers: EligibleApprovers<Approver>;
}

/** An order that is not pending has no current approvers. */
export const nextApprovers = (
  { order, approvers }: DecisionContext,
  userId: number,
): NextApprovers | null => {
  if (order.status !== "Pending Approval") return null;
  const all = currentApprovers(order, approvers);
  const current = all.filter(({ by }) => by !== "deputy");
  return {
    deputies: all.flatMap(({ person, deputyFor }) => deputyShown(person, deputyFor, userId)),
    count: current.length,
    names: current
      .toSorted((a, b) => Number(a.by === "blanket") - Number(b.by === "blanket"))
      .slice(0, NAMES_SHOWN)
      .map(({ person }) => person.name),
    stand_in: current.length > 0 && current.every(({ by }) => by === "stand-in"),
  };
};

const deputyShown = (
  { id, name }: Approver,
  deputyFor: EntitledApprover<Approver>["deputyFor"],
  userId: number,
): NextApprovers["deputies"] => {
  if (!deputyFor) return [];
  const { principal, delegation } = deputyFor;
  const { endsAt: until = "", note = "" } = delegation as NamedDelegation;
  return [{ name, principal: principal.name, until, note, is_you: id === userId }];
};
