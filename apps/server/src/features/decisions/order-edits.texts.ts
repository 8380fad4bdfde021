import type { OrderChange } from "@mcc/contract/orders/orders.schema.ts";
import { button, facts, items, letter, paragraph } from "../../platform/mail/letter.ts";
import {
  dollars,
  LongValue,
  type MessageText,
  messageText,
  orderLink,
} from "../../platform/mail/message-text.ts";
import type { Notification } from "../../platform/mail/outbox.ts";

interface ChangedOrder {
  readonly identifier: string;
  readonly site: string;
}

const LABELS: Readonly<Record<string, string>> = { po_number: "PO", afe_number: "AFE" };

const changesIn = ({ line, fields }: Pick<OrderChange, "line" | "fields">): MessageText[] => [
  ...(line
    ? [
        messageText`${line.text}: quantity ${line.quantity_before} before, ${line.quantity_after} now; price ${dollars(line.price_before)} before, ${dollars(line.price_after)} now`,
      ]
    : []),
  ...fields.map(({ name, is_checkout, before, after }) => {
    const label = (!is_checkout && LABELS[name]) || name;
    return messageText`${label}: ${before || "empty"} before, ${after || "empty"} now`;
  }),
];

/** To the person who placed an order, when an approver changed it: what was before, and what is now. */
export const changeNotice = (
  publicUrl: string,
  name: string,
  { identifier, site }: ChangedOrder,
  change: Omit<OrderChange, "changed_at">,
  by: string,
): Pick<Notification, "subject" | "body" | "text"> => {
  const link = orderLink(publicUrl, identifier);
  const isSame = change.total_before === change.total_after;
  return {
    subject: messageText`Order ${identifier} was changed`,
    body: letter(
      name,
      paragraph(messageText`${by} changed order ${identifier}, which you placed.`),
      items(changesIn(change).map((text) => ({ text }))),
      facts({
        Site: messageText`${site}`,
        ...(isSame
          ? { Total: messageText`${dollars(change.total_after)}` }
          : {
              "Total before": messageText`${dollars(change.total_before)}`,
              "Total now": messageText`${dollars(change.total_after)}`,
            }),
      }),
      paragraph(messageText`Reason: ${new LongValue(change.reason)}`),
      button("Open the order", link),
    ),
    text: messageText`Order ${identifier} (${site}) was changed by ${by}, total now ${dollars(change.total_after)}: ${link}`,
  };
};
