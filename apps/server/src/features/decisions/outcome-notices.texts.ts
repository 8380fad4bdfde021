import { button, facts, letter, paragraph } from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageText,
  messageText,
  orderLink,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";

interface DecidedOrder {
  readonly identifier: string;
  readonly site: string;
  readonly total: string;
}

/** How an order was decided; the acceptance can follow from the removal of an item, or from a smaller quantity. */
export type Outcome =
  | { readonly kind: "approved"; readonly by: string }
  | { readonly kind: "accepted after removal"; readonly by: string }
  | { readonly kind: "accepted after change"; readonly by: string }
  | { readonly kind: "rejected"; readonly by: string; readonly note: string };

const reasonOf = (outcome: Outcome): MessageText => {
  if (outcome.kind === "approved") return messageText`${outcome.by} gave the last approval.`;
  if (outcome.kind === "accepted after removal") {
    return messageText`${outcome.by} removed an item, and the new total needs no further approval.`;
  }
  if (outcome.kind === "accepted after change") {
    return messageText`${outcome.by} reduced a quantity, and the new total needs no further approval.`;
  }
  return outcome.note.trim() === ""
    ? messageText`${outcome.by} rejected it without a note.`
    : messageText`${outcome.by} rejected it. Note: ${new LongValue(outcome.note)}`;
};

/** To the person who placed an order, when it is rejected or fully approved. */
export const outcomeNotice = (
  publicUrl: string,
  name: string,
  order: DecidedOrder,
  outcome: Outcome,
): Pick<Notification, "subject" | "body" | "text"> => {
  const link = orderLink(publicUrl, order.identifier);
  const title = messageText`Order ${order.identifier} for ${dollars(order.total)}`;
  const state = outcome.kind === "rejected" ? "was rejected" : "is approved";
  return {
    subject: messageText`${title} ${state}`,
    body: letter(
      name,
      paragraph(messageText`Order ${order.identifier}, which you placed, ${state}.`),
      facts({ Site: messageText`${order.site}`, Total: messageText`${dollars(order.total)}` }),
      paragraph(reasonOf(outcome)),
      button("Open the order", link),
    ),
    text: messageText`${title} (${order.site}) ${state}: ${link}`,
  };
};
