import type { Kysely } from "kysely";
import type { TextCipher } from "../access/text-cipher.ts";
import type { Tables } from "../db/tables.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Platform } from "../platform.ts";
import type { MessageText } from "./message-text.ts";
import * as queries from "./outbox.queries.ts";

export const SEND_MESSAGE = "send-message";

/** One e-mail or text message; only `messageText` creates its texts. */
type WrittenMessage = Omit<queries.NewMessage, "subject" | "body"> & {
  readonly subject?: MessageText;
  readonly body: MessageText;
};

/** Stores a message in the transaction of the change it reports; its text is encrypted until it is sent. */
export const addMessage = (
  textCipher: TextCipher,
  db: Kysely<Tables>,
  { subject, body, ...message }: WrittenMessage,
) =>
  queries.addMessage(db, { ...message, subject: subject?.text ?? "", body: textCipher.encrypt(body.text) });

/** A user who is notified. */
export interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** The phone number for text messages, if the user enabled them. */
  readonly phone: string | null;
}

/** What a user is notified of, as an e-mail and as a text message. */
export interface Notification {
  readonly companyId: number;
  /** The occasion; a user is notified once of each. */
  readonly about: string;
  readonly subject: MessageText;
  readonly body: MessageText;
  readonly text: MessageText;
}

/** Stores a notification for each channel of the user; returns the ids of the messages that are new. */
export const addNotification = async (
  textCipher: TextCipher,
  db: Kysely<Tables>,
  { id, email, phone }: Recipient,
  { companyId, about, subject, body, text }: Notification,
): Promise<number[]> => {
  const sentFor = (channel: string) => `${about}:${id}:${channel}`;
  const added = await Promise.all([
    addMessage(textCipher, db, {
      channel: "email",
      company_id: companyId,
      recipient: email,
      subject,
      body,
      sent_for: sentFor("email"),
    }),
    phone === null
      ? undefined
      : addMessage(textCipher, db, {
          channel: "text",
          company_id: companyId,
          recipient: phone,
          body: text,
          sent_for: sentFor("text"),
        }),
  ]);
  return added.flatMap((message) => message?.id ?? []);
};

/** Requests the job that sends a message that is already committed. */
export const requestSending = (jobs: JobQueue, messageId: number): Promise<void> =>
  jobs.requestJob(SEND_MESSAGE, { messageId }, String(messageId));

/** The same without waiting for the job queue; the sweep finds a message whose request was lost. */
export const sendSoon = (jobs: JobQueue, messageId: number): void =>
  jobs.requestJobSoon(SEND_MESSAGE, { messageId }, String(messageId));

/** The newest messages with their texts, for the mailbox of the demo. */
export const latestMessages = async ({ database, textCipher }: Platform, limit: number) => {
  const messages = await queries.latestMessages(database.platform, limit);
  return messages.map((message) => ({
    ...message,
    body: message.body === "" ? "" : textCipher.decrypt(message.body),
  }));
};
