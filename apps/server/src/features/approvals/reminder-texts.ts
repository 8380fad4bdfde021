import { button, items, letter, paragraph } from "../../platform/mail/letter.ts";
import { dollars, MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";
import {
  type NoticeTexts,
  type OrderFacts,
  orderLink,
  pendingNotice,
  type StepFacts,
} from "./notice-texts.ts";

const ORDERS_NAMED = 20;

const orderItems = (publicUrl: string, orders: readonly OrderFacts[]) => {
  const more = orders.length - ORDERS_NAMED;
  return items([
    ...orders.slice(0, ORDERS_NAMED).map((order) => ({
      text: messageText`${order.identifier}, ${order.site}, ${dollars(order.total)}`,
      link: orderLink(publicUrl, order),
    })),
    ...(more > 0 ? [{ text: messageText`${more.toLocaleString("en-US")} more` }] : []),
  ]);
};

/** About several orders that need the reader. */
const severalOrders = (
  publicUrl: string,
  name: string,
  orders: readonly OrderFacts[],
  { subject, why }: { readonly subject: MessageText; readonly why: MessageText },
): NoticeTexts => {
  const link = new MessageLink(publicUrl, "/pending-approvals?requires_my_approval=true");
  return {
    subject,
    body: letter(name, paragraph(why), orderItems(publicUrl, orders), button("Open the list", link)),
    text: messageText`${subject}: ${link}`,
  };
};

const countOf = (orders: readonly OrderFacts[]): string => `${orders.length.toLocaleString("en-US")} orders`;

/** To an approver whose turn it still is. */
export const reminderNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  step: StepFacts,
): NoticeTexts => {
  const texts = pendingNotice(publicUrl, name, order, step, undefined);
  return {
    ...texts,
    subject: messageText`Reminder: ${texts.subject}`,
    text: messageText`Reminder: ${texts.text}`,
  };
};

export const severalReminders = (publicUrl: string, name: string, orders: readonly OrderFacts[]) =>
  severalOrders(publicUrl, name, orders, {
    subject: messageText`Reminder: ${countOf(orders)} need your approval`,
    why: messageText`These orders are still pending your approval.`,
  });

/** To a user who may decide because nobody did in time. */
export const escalationNotice = (
  publicUrl: string,
  name: string,
  order: OrderFacts,
  step: StepFacts,
): NoticeTexts => {
  const texts = pendingNotice(publicUrl, name, order, step, undefined);
  return {
    ...texts,
    subject: messageText`Escalated: ${texts.subject}`,
    text: messageText`Escalated: ${texts.text}`,
  };
};

export const severalEscalations = (publicUrl: string, name: string, orders: readonly OrderFacts[]) =>
  severalOrders(publicUrl, name, orders, {
    subject: messageText`Escalated: ${countOf(orders)} need your approval`,
    why: messageText`Nobody has decided about these orders in time. You can approve or reject them now, too.`,
  });
