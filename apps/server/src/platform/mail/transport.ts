import type { Channel } from "@mcc/contract/profile/notification-topics.ts";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { Settings } from "../../env.ts";

/** A message on its way out, with its text readable. */
interface OutgoingMessage {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** Sends a message, or returns "kept" where nothing can send it. */
type Deliver = (message: OutgoingMessage) => Promise<"sent" | "kept">;
export type Transport = Readonly<Record<Channel, Deliver>>;

const RESPONSE_TIMEOUT = 10_000;

/** Without a mail server or text-message service the outbox keeps unsent messages. */
export const makeTransport = ({ smtpUrl, mailFrom, smsWebhookUrl }: Settings): Transport => {
  const smtp = smtpUrl
    ? createTransport(
        {
          url: smtpUrl,
          connectionTimeout: RESPONSE_TIMEOUT,
          socketTimeout: RESPONSE_TIMEOUT,
        } as SMTPTransport.Options,
        { from: mailFrom },
      )
    : undefined;
  return {
    email: async ({ id, recipient, subject, body }) => {
      if (!smtp) return "kept";
      // The same id on every try: a receiver can recognize a repetition.
      await smtp.sendMail({
        // As one address object: as text it could be parsed as a list of addresses.
        to: { name: "", address: recipient },
        subject,
        text: body,
        messageId: `<mcc-${id}@${domainOf(mailFrom)}>`,
      });
      return "sent";
    },
    text: async ({ id, recipient, body }) => {
      if (!smsWebhookUrl) return "kept";
      const response = await fetch(smsWebhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `mcc-${id}` },
        body: JSON.stringify({ to: recipient, text: body }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      });
      if (!response.ok) throw new Error(`The text-message service answered ${response.status}.`);
      return "sent";
    },
  };
};

const domainOf = (from: string): string => from.slice(from.lastIndexOf("@") + 1).replace(/>.*$/, "");
