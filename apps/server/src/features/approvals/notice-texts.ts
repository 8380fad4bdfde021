import { stepReason } from "@mcc/contract/approvals/approvals.messages.ts";
import { button, facts, letter, paragraph } from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  MessageLink,
  type MessageText,
  messageText,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";

type Texts = Pick<Notification, "subject" | "body" | "text">;

/** The facts about an order that its messages state. */
export interface OrderFacts {
  readonly identifier: string;
  readonly site: string;
  readonly orderedBy: string | null;
  readonly total: string;
}

/** The step that an order is pending for. */
export interface StepFacts {
  readonly name: string;
  readonly limit: number;
}

const titleOf = ({ identifier, total }: OrderFacts): MessageText =>
  messageText`Order ${identifier} for ${dollars(total)}`;

const orderLink = (publicUrl: string, { identifier }: OrderFacts) =>
  new MessageLink(publicUrl, `/orders/${encodeURIComponent(identifier)}`);

/** What every message about a pending order states. */
const orderFacts = (order: OrderFacts, step: StepFacts) =>
  facts({
    Site: messageText`${order.site}`,
    "Ordered by": messageText`${order.orderedBy ?? "N.A."}`,
    Total: messageText`${dollars(order.total)}`,
    Approval: messageText`${step.name}. ${stepReason(step.limit)}`,
  });

/** To an approver whose turn it is. */
export const pendingNotice = (publicUrl: string, name: string, order: OrderFacts, step: StepFacts): Texts => {
  const link = orderLink(publicUrl, order);
  return {
    subject: messageText`${titleOf(order)} needs your approval`,
    body: letter(
      name,
      paragraph(messageText`Order ${order.identifier} is pending your approval.`),
      orderFacts(order, step),
      button("Review, approve or reject it", link),
    ),
    text: messageText`${titleOf(order)} (${order.site}) needs your approval: ${link}`,
  };
};

/** To a company admin, when a step opens that no one else can decide about. */
export const unassignedNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  step: StepFacts,
  mayDecide: boolean,
): Texts => {
  const link = orderLink(publicUrl, order);
  const nextAction = mayDecide
    ? messageText`As a company admin, you can approve or reject it yourself. You can also give the role or the site to someone who should decide.`
    : messageText`You placed this order or have already approved it, so you can't decide about it. Give the role or the site to someone who should decide.`;
  return {
    subject: messageText`${titleOf(order)} has no approver`,
    body: letter(
      name,
      paragraph(
        messageText`Order ${order.identifier} is pending, and no one can give the approval it needs.`,
      ),
      orderFacts(order, step),
      paragraph(nextAction),
      button("Open the order", link),
    ),
    text: messageText`${titleOf(order)} (${order.site}) is pending, and no one can give the approval it needs: ${link}`,
  };
};

const ORDERS_NAMED = 10;

/** To a company admin, when pending orders have lost their last approvers. */
export const lostApproversNotice = (
  publicUrl: string,
  name: string,
  identifiers: readonly string[],
): Texts => {
  const count = identifiers.length;
  const orders = count === 1 ? "1 pending order has" : `${count.toLocaleString("en-US")} pending orders have`;
  const more = count > ORDERS_NAMED ? ` and ${(count - ORDERS_NAMED).toLocaleString("en-US")} more` : "";
  const named = `${identifiers.slice(0, ORDERS_NAMED).join(", ")}${more}`;
  const link = new MessageLink(publicUrl, "/pending-approvals");
  return {
    subject: messageText`${orders} no approver`,
    body: letter(
      name,
      paragraph(
        messageText`The last user who could give the next approval has left, has another role, or no longer sees the site.`,
      ),
      facts({ Orders: messageText`${new LongValue(named)}` }),
      paragraph(
        messageText`As a company admin, you can approve or reject them, unless you placed them or have already approved them. You can also give the role or the site to someone who should decide.`,
      ),
      button("Open the pending orders", link),
    ),
    text: messageText`${orders} no approver: ${link}`,
  };
};

/** How an order was decided; the acceptance can follow from the removal of an item. */
export type Outcome =
  | { readonly kind: "approved"; readonly by: string }
  | { readonly kind: "accepted after removal"; readonly by: string }
  | { readonly kind: "rejected"; readonly by: string; readonly note: string };

const reasonOf = (outcome: Outcome): MessageText => {
  if (outcome.kind === "approved") return messageText`${outcome.by} gave the last approval.`;
  if (outcome.kind === "accepted after removal") {
    return messageText`${outcome.by} removed an item, and the new total needs no further approval.`;
  }
  return outcome.note.trim() === ""
    ? messageText`${outcome.by} rejected it without a note.`
    : messageText`${outcome.by} rejected it. Note: ${new LongValue(outcome.note)}`;
};

/** To the person who placed an order, when it is rejected or fully approved. */
export const outcomeNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  outcome: Outcome,
): Texts => {
  const link = orderLink(publicUrl, order);
  const state = outcome.kind === "rejected" ? "was rejected" : "is approved";
  return {
    subject: messageText`${titleOf(order)} ${state}`,
    body: letter(
      name,
      paragraph(messageText`Order ${order.identifier}, which you placed, ${state}.`),
      facts({ Site: messageText`${order.site}`, Total: messageText`${dollars(order.total)}` }),
      paragraph(reasonOf(outcome)),
      button("Open the order", link),
    ),
    text: messageText`${titleOf(order)} (${order.site}) ${state}: ${link}`,
  };
};
