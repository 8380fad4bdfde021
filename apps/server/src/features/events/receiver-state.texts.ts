import { DELIVERIES_KEPT_DAYS } from "@mcc/contract/events/events.schema.ts";
import { KEPT_DAYS } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { button, type Letter, letter, paragraph } from "../../platform/mail/letter.ts";
import { LongValue, type MessageText, messageText, portalLink } from "../../platform/mail/message-text.ts";
import type { PausedReceiver } from "./receiver-state.queries.ts";
import { withoutQuery } from "./shown-address.service.ts";

/** Tells a company admin that a receiver gets no events anymore. */
export const pausedLetter = (
  base: string,
  name: string,
  receiverId: number,
  { url, last_error }: PausedReceiver,
): { subject: MessageText; body: Letter } => {
  const { host } = new URL(url);
  return {
    subject: messageText`Events are no longer sent to ${host}`,
    body: letter(
      name,
      paragraph(
        messageText`For a day, no event could be delivered to ${new LongValue(withoutQuery(url))}. The receiver is paused.`,
      ),
      ...(last_error ? [paragraph(messageText`The last attempt: ${new LongValue(last_error)}`)] : []),
      paragraph(
        messageText`Resume it when it works again. Events of the first ${String(KEPT_DAYS)} days of the pause are sent then, unless they are older than ${String(DELIVERIES_KEPT_DAYS)} days.`,
      ),
      button("See the receiver", portalLink(base, `/configuration/webhooks/${receiverId}`)),
    ),
  };
};
