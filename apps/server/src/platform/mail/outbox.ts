import type { Channel, Topic } from "@mcc/contract/profile/notification-topics.ts";
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

/** What a user is notified of, as an e-mail and as a text message: by the channels they chose for its topic. */
export interface Notification {
  readonly companyId: number;
  readonly topic: Topic;
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
  { companyId, topic, about, subject, body, text }: Notification,
): Promise<number[]> => {
  const add = (channel: Channel, recipient: string, subject: string, body: MessageText) =>
    queries.addNotice(db, {
      company_id: companyId,
      user_id: id,
      topic,
      channel,
      recipient,
      subject,
      body: textCipher.encrypt(body.text),
      sent_for: `${about}:${id}:${channel}`,
    });
  const added = await Promise.all([
    add("email", email, subject.text, body),
    phone === null ? undefined : add("text", phone, "", text),
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
