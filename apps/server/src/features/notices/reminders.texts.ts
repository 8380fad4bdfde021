import { button, items, letter, paragraph } from "../../platform/mail/letter.ts";
import { dollars, messageText, orderLink, portalLink } from "../../platform/mail/message-text.ts";
import { type NoticeTexts, type OrderFacts, pendingNotice } from "./notices.texts.ts";

/** Why somebody gets a message about an order that was not decided in time. */
const KINDS = {
  /** To those whose turn it still is. */
  reminder: { word: "Reminder", why: "These orders are still pending your approval." },
  /** To those who may decide since nobody else did. */
  escalation: {
    word: "Escalated",
    why: "Nobody has decided about these orders in time. You can approve or reject them now, too.",
  },
} as const;
export type LateKind = keyof typeof KINDS;

export const lateNotice = (
  kind: LateKind,
  ...[publicUrl, ...about]: Parameters<typeof pendingNotice>
): NoticeTexts => {
  const { word } = KINDS[kind];
  const { subject, body, text } = pendingNotice(publicUrl, ...about);
  return { subject: messageText`${word}: ${subject}`, body, text: messageText`${word}: ${text}` };
};

const ORDERS_NAMED = 20;

const orderItems = (publicUrl: string, orders: readonly OrderFacts[]) => {
  const more = orders.length - ORDERS_NAMED;
  return items([
    ...orders.slice(0, ORDERS_NAMED).map((order) => ({
      text: messageText`${order.identifier}, ${order.site}, ${dollars(order.total)}`,
      link: orderLink(publicUrl, order.identifier),
    })),
    ...(more > 0 ? [{ text: messageText`${more.toLocaleString("en-US")} more` }] : []),
  ]);
};

/** About several orders that need the reader. */
export const severalLateNotice = (
  kind: LateKind,
  publicUrl: string,
  name: string,
  orders: readonly OrderFacts[],
): NoticeTexts => {
  const { word, why } = KINDS[kind];
  const link = portalLink(publicUrl, "/pending-approvals?requires_my_approval=true");
  const subject = messageText`${word}: ${orders.length.toLocaleString("en-US")} orders need your approval`;
  return {
    subject,
    body: letter(
      name,
      paragraph(messageText`${why}`),
      orderItems(publicUrl, orders),
      button("Open the list", link),
    ),
    text: messageText`${subject}: ${link}`,
  };
};
