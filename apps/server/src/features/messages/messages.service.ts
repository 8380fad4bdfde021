import type { Kysely } from "kysely";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { Settings } from "../../env.ts";
import type { Job, Jobs } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { platformTransaction } from "../../platform/scope.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Tables } from "../../platform/tables.ts";
import type { MessageText } from "./message-text.ts";
import * as queries from "./messages.queries.ts";

export { MessageLink, type MessageText, messageText } from "./message-text.ts";

/** One e-mail or text message; only `messageText` makes its texts. */
type Written = Omit<queries.NewMessage, "subject" | "body"> & {
  readonly subject?: MessageText;
  readonly body: MessageText;
};

/** Writes a message down in the transaction of what it tells about; its text is sealed until it is sent. */
export const addMessage = (seal: Seal, db: Kysely<Tables>, { subject, body, ...message }: Written) =>
  queries.addMessage(db, { ...message, subject: subject?.text ?? "", body: seal.close(body.text) });

export const latestMessages = async ({ database, seal }: Platform, limit: number) => {
  const messages = await queries.latestMessages(database.platform, limit);
  return messages.map((message) => ({
    ...message,
    body: message.body === "" ? "" : seal.open(message.body),
  }));
};

const SEND = "send-message";
const GIVE_UP_AFTER = 12;
const ANSWER_WITHIN = 10_000;

/** Wakes the sender for a message that is already committed. */
export const sendSoon = (jobs: Jobs, messageId: number): Promise<void> =>
  jobs.ask(SEND, { messageId }, String(messageId));

export const messageJobs = (platform: Omit<Platform, "jobs">, jobs: () => Jobs): Job[] => {
  const deliver = delivererOf(platform.settings);
  const send: Job = {
    name: SEND,
    work: ({ messageId }) => sendMessage(platform, deliver, Number(messageId)),
  };
  const sweep: Job = {
    name: "sweep-messages",
    schedule: "* * * * *",
    work: async (_, stopping) => {
      for (const { id } of await queries.forgottenMessages(platform.database.platform)) {
        stopping.throwIfAborted();
        await sendSoon(jobs(), id);
      }
    },
  };
  return [send, sweep];
};

type Deliver = (message: {
  id: number;
  recipient: string;
  subject: string;
  body: string;
}) => Promise<"sent" | "kept">;

const sendMessage = async (
  { database, log, seal }: Omit<Platform, "jobs">,
  deliver: Record<"email" | "text", Deliver>,
  messageId: number,
): Promise<void> => {
  const failure = await platformTransaction(database, async (db) => {
    const message = await queries.lockWaitingMessage(db, messageId);
    if (!message) return undefined;
    try {
      const state = await deliver[message.channel as "email" | "text"]({
        ...message,
        body: seal.open(message.body),
      });
      await queries.markMessage(db, messageId, state);
      return undefined;
    } catch (error) {
      const wasLast = message.attempts + 1 >= GIVE_UP_AFTER;
      await queries.noteFailure(db, messageId, (error as Error).message.slice(0, 500), wasLast);
      return error;
    }
  });
  if (!failure) return;
  log.warn({ err: failure, messageId }, "a message could not be sent and will be tried again");
  throw failure;
};

/** Without a mail server or text-message service the outbox keeps what would have been sent. */
const delivererOf = ({ smtpUrl, mailFrom, smsWebhookUrl }: Settings): Record<"email" | "text", Deliver> => {
  const transport = smtpUrl
    ? createTransport(
        {
          url: smtpUrl,
          connectionTimeout: ANSWER_WITHIN,
          socketTimeout: ANSWER_WITHIN,
        } as SMTPTransport.Options,
        { from: mailFrom },
      )
    : undefined;
  return {
    email: async ({ id, recipient, subject, body }) => {
      if (!transport) return "kept";
      // The same id on every try: a receiver can tell a repetition from a second message.
      await transport.sendMail({
        // As one address, whatever stands in it: as text it would be read as a list of them.
        to: { name: "", address: recipient },
        subject,
        text: body,
        messageId: `<mcc-${id}@${domainOf(mailFrom)}>`,
      });
      return "sent";
    },
    text: async ({ id, recipient, body }) => {
      if (!smsWebhookUrl) return "kept";
      const answer = await fetch(smsWebhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `mcc-${id}` },
        body: JSON.stringify({ to: recipient, text: body }),
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      if (!answer.ok) throw new Error(`The text-message service answered ${answer.status}.`);
      return "sent";
    },
  };
};

const domainOf = (from: string): string => from.slice(from.lastIndexOf("@") + 1).replace(/>.*$/, "");
