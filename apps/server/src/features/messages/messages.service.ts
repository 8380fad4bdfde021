import type { Kysely } from "kysely";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { Settings } from "../../env.ts";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { TextCipher } from "../../platform/access/text-cipher.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { MessageText } from "../../platform/mail/message-text.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./messages.queries.ts";

/** One e-mail or text message; only `messageText` creates its texts. */
type Written = Omit<queries.NewMessage, "subject" | "body"> & {
  readonly subject?: MessageText;
  readonly body: MessageText;
};

/** Stores a message in the transaction of the change it reports; its text is encrypted until it is sent. */
export const addMessage = (
  textCipher: TextCipher,
  db: Kysely<Tables>,
  { subject, body, ...message }: Written,
) =>
  queries.addMessage(db, { ...message, subject: subject?.text ?? "", body: textCipher.encrypt(body.text) });

export const latestMessages = async ({ database, textCipher }: Platform, limit: number) => {
  const messages = await queries.latestMessages(database.platform, limit);
  return messages.map((message) => ({
    ...message,
    body: message.body === "" ? "" : textCipher.decrypt(message.body),
  }));
};

const SEND_MESSAGE = "send-message";
const MAX_ATTEMPTS = 12;
const RESPONSE_TIMEOUT = 10_000;

/** Wakes the sender for a message that is already committed. */
export const requestSending = (jobs: JobQueue, messageId: number): Promise<void> =>
  jobs.requestJob(SEND_MESSAGE, { messageId }, String(messageId));

export const messageJobs = (platform: Omit<Platform, "jobs">, jobs: () => JobQueue): Job[] => {
  const deliver = makeDeliveries(platform.settings);
  const send: Job = {
    name: SEND_MESSAGE,
    work: ({ messageId }) => sendMessage(platform, deliver, Number(messageId)),
  };
  const sweep: Job = {
    name: "sweep-messages",
    schedule: "* * * * *",
    work: async (_, stopping) => {
      for (const { id } of await queries.messagesWithoutJob(platform.database.platform)) {
        stopping.throwIfAborted();
        await requestSending(jobs(), id);
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
  { database, log, textCipher }: Omit<Platform, "jobs">,
  deliver: Record<"email" | "text", Deliver>,
  messageId: number,
): Promise<void> => {
  const failure = await platformTransaction(database, async (db) => {
    const message = await queries.lockWaitingMessage(db, messageId);
    if (!message) return undefined;
    try {
      const state = await deliver[message.channel as "email" | "text"]({
        ...message,
        body: textCipher.decrypt(message.body),
      });
      await queries.markMessage(db, messageId, state);
      return undefined;
    } catch (error) {
      const wasLast = message.attempts + 1 >= MAX_ATTEMPTS;
      await queries.recordFailure(db, messageId, (error as Error).message.slice(0, 500), wasLast);
      return error;
    }
  });
  if (!failure) return;
  log.warn({ err: failure, messageId }, "a message could not be sent and will be tried again");
  throw failure;
};

/** Without a mail server or text-message service the outbox keeps unsent messages. */
const makeDeliveries = ({
  smtpUrl,
  mailFrom,
  smsWebhookUrl,
}: Settings): Record<"email" | "text", Deliver> => {
  const transport = smtpUrl
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
      if (!transport) return "kept";
      // The same id on every try: a receiver can recognize a repetition.
      await transport.sendMail({
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
