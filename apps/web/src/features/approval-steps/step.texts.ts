import { dollars } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import { isDropped } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import { byFor, stepReason } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { ApprovalStep, NextApprovers } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import {
  type Order,
  type OrderChange,
  PENDING,
  type RemovedLine,
} from "@mcc/contract/orders/orders.schema.ts";
import { formatMoment, formatMoney } from "../../platform/page/format.ts";

export const APPROVALS = "Approvals";

/** The fields of an order that the texts of a step need. */
type StepOrder = Pick<Order, "status" | "taxful_total_price_value">;

const isBelow = (step: ApprovalStep, { taxful_total_price_value: total }: StepOrder): boolean =>
  (step.state === "dropped" || step.state === "done") && isDropped(step, total);

/** Who placed an order, if its sender has named a person. */
export const placedBy = ({ ordered_by }: Pick<Order, "ordered_by">): string =>
  ordered_by ? `Placed by ${ordered_by}` : "Placed";

/** A line that was removed, as its order had it. */
export const removedText = ({
  quantity,
  text,
  price,
}: Pick<RemovedLine, "quantity" | "text" | "price">): string =>
  `${Number(quantity).toLocaleString("en-US")} × ${text}, ${formatMoney(price)}`;

const FIELD_LABELS: Readonly<Record<string, string>> = { po_number: "PO", afe_number: "AFE" };

/** What an approver changed about an order: before and after, why, and who is asked again. */
export const changedTexts = ({
  line,
  fields,
  total_before,
  total_after,
  reason,
  asked_again,
}: OrderChange): string[] => {
  const count = (quantity: string) => Number(quantity).toLocaleString("en-US");
  return [
    ...(line
      ? [
          `${line.text}: quantity ${count(line.quantity_before)} → ${count(line.quantity_after)}, ${formatMoney(line.price_before)} → ${formatMoney(line.price_after)}`,
        ]
      : []),
    ...fields.map(
      ({ name, is_checkout, before, after }) =>
        `${(!is_checkout && FIELD_LABELS[name]) || name}: ${before || "empty"} → ${after || "empty"}`,
    ),
    ...(total_before === total_after
      ? []
      : [`Total ${formatMoney(total_before)} → ${formatMoney(total_after)}`]),
    `Reason: ${reason}`,
    ...(asked_again.length > 0 ? [`Approvals needed again: ${listFormat.format(asked_again)}.`] : []),
  ];
};

const listFormat = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Why an order needed a step before its total became smaller. */
const wasNeeded = (limit: number): string => `Was needed for a total of ${dollars(limit)} or more.`;

/** Why an order needs a step, or needed it until its total became smaller. */
export const reasonFor = (step: ApprovalStep, order: StepOrder): string =>
  isBelow(step, order) ? wasNeeded(step.limit) : stepReason(step.limit, step.reason);

const ENDED: Partial<Record<Order["status"], string>> = {
  Rejected: "Not needed, because the order was rejected.",
  Canceled: "Not needed, because the order was canceled.",
};

const whyDropped = (step: ApprovalStep, order: StepOrder): string =>
  (isBelow(step, order) ? undefined : ENDED[order.status]) ?? "No longer needed.";

/** Why a user could act on a step. The user or role that the step names is its title already. */
const RIGHTS: Record<NonNullable<ApprovalStep["entitlement"]>, string> = {
  user: "",
  role: "",
  blanket: " as blanket approver",
  earlier: " by an earlier approval of this order",
  "stand-in": " as company admin, because no one else could",
  deputy: "",
  escalation: ", because it was not decided in time",
};

/** The outcome of a step; the current step shows who is next instead. */
export const outcomeOf = (step: ApprovalStep, order: StepOrder): string | undefined => {
  const { state, acted_by: by, acted_for: principal, entitlement } = step;
  if (state === "open") return step.is_current ? undefined : "Not requested yet.";
  if (state === "dropped") return whyDropped(step, order);
  if (by === null) return undefined;
  return `${state === "rejected" ? "Rejected" : "Approved"} by ${byFor(by, principal)}${entitlement ? RIGHTS[entitlement] : ""}.`;
};

/** That others may decide, too, since then. */
export const escalatedText = ({ escalated_at }: Pick<ApprovalStep, "escalated_at">): string | undefined =>
  escalated_at === null
    ? undefined
    : `Escalated on ${formatMoment(escalated_at)}: it was not decided in time.`;

/** Which total was approved, when the order has changed since; amounts are formatted. */
const changedSince = (approved: string | null, now: string): string => {
  if (approved === null) return `The order was changed since, now ${now}.`;
  return approved === now
    ? `Approved at ${approved}; the order was changed since, with the same total.`
    : `Approved at ${approved}; the order was changed since, now ${now}.`;
};

/** Which total a step's approval was for, when the order has changed since. */
export const changeSince = (
  { acted_total, changed_at }: ApprovalStep,
  { taxful_total_price_value: total }: StepOrder,
): string | undefined =>
  changed_at === null ? undefined : changedSince(acted_total && formatMoney(acted_total), formatMoney(total));

const listed = (names: readonly string[], more: number): string => {
  const all = more > 0 ? [...names, `${more} more`] : [...names];
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(all);
};

/** Who may act on the current step. */
export const nextOf = ({ names, count, stand_in }: Omit<NextApprovers, "deputies">): string => {
  if (count === 0) return "No one can approve it right now.";
  const people = listed(names, count - names.length);
  return stand_in
    ? `No approver is available: ${people} can stand in as company admin.`
    : `Waiting for ${people}.`;
};

/** Names in the heading of an order; the timeline has the others. */
const NAMES_IN_HEADING = 2;

/** Whom a pending order is waiting for: the current step, and who may act on it as soon as that is known. */
export const waitingFor = (
  order: Pick<Order, "status" | "current_required_approval"> & Partial<Pick<Order, "next_approvers">>,
): string | undefined => {
  const { status, current_required_approval: step, next_approvers: next } = order;
  if (status !== PENDING || !step) return undefined;
  if (!next) return `Waiting for ${step.name}`;
  if (next.count === 0) return `${step.name}: no one can approve it right now`;
  const names = next.names.slice(0, NAMES_IN_HEADING);
  const people = listed(names, next.count - names.length);
  if (next.stand_in) return `Waiting for a company admin: ${people}`;
  return people === step.name ? `Waiting for ${people}` : `Waiting for ${step.name}: ${people}`;
};

/** Who is the deputy of one of those who may act, and until when; what the one who is away left as a note. */
export const deputyText = ({
  name,
  principal,
  until,
  note,
  is_you,
}: NextApprovers["deputies"][number]): string => {
  const who = is_you ? `You are the deputy of ${principal}` : `${name} is the deputy of ${principal}`;
  return `${who} until ${formatMoment(until)}${note === "" ? "." : `: “${note}”`}`;
};
