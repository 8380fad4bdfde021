import type { Channel } from "@mcc/contract/profile/notification-topics.ts";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { Settings } from "../../env.ts";
import type { Attachment } from "./attachment.ts";
import { unsubscribeHeaders } from "./unsubscribe-link.ts";

/** A message on its way out, with its text readable. */
interface OutgoingMessage {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly unsubscribe?: string | undefined;
  readonly attachment?: Attachment | undefined;
}

/** Sends a message, or returns "kept" where nothing can send it. */
type Deliver = (message: OutgoingMessage) => Promise<"sent" | "kept">;
export type Transport = Readonly<Record<Channel, Deliver>>;

/** The message can never be sent: the address or the message itself was refused. */
export class PermanentFailure extends Error {
  readonly addressRefused: boolean;
  constructor(message: string, addressRefused = false) {
    super(message);
    this.addressRefused = addressRefused;
  }
}

const RESPONSE_TIMEOUT = 10_000;

/** The operator's mail server; nothing where there is none, and then its library is not loaded either. */
export const openMailServer = async ({ smtpUrl, mailFrom }: Pick<Settings, "smtpUrl" | "mailFrom">) => {
  if (!smtpUrl) return undefined;
  const { createTransport } = await import("nodemailer");
  return createTransport(
    {
      url: smtpUrl,
      connectionTimeout: RESPONSE_TIMEOUT,
      greetingTimeout: RESPONSE_TIMEOUT,
      socketTimeout: RESPONSE_TIMEOUT,
    } as SMTPTransport.Options,
    { from: mailFrom },
  );
};

/** Without a mail server or text-message service the outbox keeps unsent messages. */
export const makeTransport = (settings: Settings): Transport => {
  const { mailFrom, smsWebhookUrl } = settings;
  let opened: ReturnType<typeof openMailServer> | undefined;
  return {
    email: async ({ id, recipient, subject, text, html, unsubscribe, attachment }) => {
      opened ??= openMailServer(settings);
      const smtp = await opened;
      if (!smtp) return "kept";
      try {
        // The same id on every try: a receiver can recognize a repetition.
        await smtp.sendMail({
          // As one address object: as text it could be parsed as a list of addresses.
          to: { name: "", address: recipient },
          subject,
          text,
          html,
          messageId: `<mcc-${id}@${domainOf(mailFrom)}>`,
          attachments: attachment ? [attachment] : [],
          headers: unsubscribe ? unsubscribeHeaders(unsubscribe) : {},
        });
      } catch (error) {
        const { message, command } = error as SmtpError;
        throw isRefused(error as SmtpError) ? new PermanentFailure(message, command === RECIPIENT) : error;
      }
      return "sent";
    },
    text: async ({ id, recipient, text }) => {
      if (!smsWebhookUrl) return "kept";
      const response = await fetch(smsWebhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `mcc-${id}` },
        body: JSON.stringify({ to: recipient, text }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      });
      await response.body?.cancel();
      if (response.ok) return "sent";
      const reason = `The text-message service answered ${response.status}.`;
      throw REFUSED_TEXT.includes(response.status) ? new PermanentFailure(reason) : new Error(reason);
    },
  };
};

/** A number or text that the service does not accept. Wrong credentials or a wrong path can be mended, and are tried again. */
const REFUSED_TEXT = [400, 410, 413, 422];

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
}

/** The step of a delivery in which a mail server refuses an address; later ones are about the content. */
const RECIPIENT = "RCPT TO";

/** Refused for good, because of the recipient or the content; a refused sender or sign-in is a matter of settings. */
const isRefused = ({ responseCode = 0, command = "" }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600 && [RECIPIENT, "DATA"].includes(command);

const domainOf = (from: string): string => from.slice(from.lastIndexOf("@") + 1).replace(/>.*$/, "");
