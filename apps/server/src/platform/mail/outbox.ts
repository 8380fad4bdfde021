import { CHANNELS, type Channel, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import type { Kysely } from "kysely";
import type { TextCipher } from "../access/secrets/text-cipher.ts";
import type { Tables } from "../db/tables.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Services } from "../services.ts";
import { type Letter, parseLetter, storedLetter } from "./letter.ts";
import { envelopeOf } from "./letter-envelope.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
import type { MessageText } from "./message-text.ts";
import * as queries from "./outbox.queries.ts";

export const SEND_MESSAGE = "send-message";

/** An e-mail about the security of an account, which is always sent; only `messageText` creates its texts. */
interface SecurityMail {
  readonly company_id: number | null;
  readonly recipient: string;
  readonly subject: MessageText;
  readonly body: Letter;
  readonly sent_for?: string;
}

/** Stores a message in the transaction of the change it reports; its text is encrypted until it is sent. */
export const addSecurityMail = (
  textCipher: TextCipher,
  db: Kysely<Tables>,
  { subject, body, ...mail }: SecurityMail,
) =>
  queries.addMessage(db, {
    ...mail,
    channel: "email",
    subject: subject.text,
    body: textCipher.encrypt(storedLetter(body)),
  });

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
  /** What brought it about, if one person can bring about many: three of them are sent one by one, others gathered. */
  readonly source?: string;
  readonly subject: MessageText;
  readonly body: Letter;
  readonly text: MessageText;
}

/** A notification as an e-mail or as a text message; none without a phone number. */
const noticeBy = (
  channel: Channel,
  textCipher: TextCipher,
  { id, email, phone }: Recipient,
  { companyId, topic, about, source, subject, body, text }: Notification,
): queries.NewNotice | undefined => {
  const recipient = channel === "email" ? email : phone;
  if (recipient === null) return undefined;
  const isMail = channel === "email";
  return {
    company_id: companyId,
    user_id: id,
    topic,
    channel,
    recipient,
    subject: isMail ? subject.text : "",
    body: textCipher.encrypt(isMail ? storedLetter(body) : text.text),
    sent_for: `${about}:${id}:${channel}`,
    ...(source === undefined ? {} : { source }),
  };
};

/** Stores a notification for each channel of the user; returns the ids of the messages that are new. */
export const addNotification = async (
  textCipher: TextCipher,
  db: Kysely<Tables>,
  user: Recipient,
  notification: Notification,
): Promise<number[]> => {
  const notices = CHANNELS.flatMap((channel) => noticeBy(channel, textCipher, user, notification) ?? []);
  const added = await Promise.all(notices.map((notice) => queries.addNotice(db, notice)));
  return added.flatMap((message) => message?.id ?? []);
};

/** The same by one channel that the caller knows to be wanted, whatever the user's choice for the topic is. */
export const addNotificationBy = async (
  channel: Channel,
  textCipher: TextCipher,
  db: Kysely<Tables>,
  user: Recipient,
  notification: Notification,
): Promise<number[]> => {
  const notice = noticeBy(channel, textCipher, user, notification);
  const added = notice && (await queries.addMessage(db, notice));
  return added ? [added.id] : [];
};

/** Requests the job that sends a message that is already committed. */
export const requestSending = (jobs: JobQueue, messageId: number): Promise<void> =>
  jobs.requestJob(SEND_MESSAGE, { messageId }, String(messageId));

/** The same for many. */
export const requestSendings = (jobs: JobQueue, messageIds: readonly number[]): Promise<void> =>
  jobs.requestJobs(
    SEND_MESSAGE,
    messageIds.map((messageId) => ({ data: { messageId }, singletonKey: String(messageId) })),
  );

/** The same without waiting for the job queue; the sweep finds a message whose request was lost. */
export const sendSoon = (jobs: JobQueue, messageId: number): void =>
  jobs.requestJobSoon(SEND_MESSAGE, { messageId }, String(messageId));

/** The newest messages with their texts, for the mailbox of the demo. */
export const latestMessages = async (services: Services, limit: number, part?: queries.MailboxPart) => {
  const messages = await queries.latestMessages(services.database.platform, limit, part);
  return messages.map((message) => ({ ...message, body: readableText(services, message) }));
};

/** Who has messages, and how many. */
export const messageRecipients = ({ database }: Services) => queries.messageRecipients(database.platform);

/** A message with its text. */
export const findMessage = async (services: Services, id: number) => {
  const message = await queries.findMessage(services.database.platform, id);
  return message && { ...message, body: readableText(services, message) };
};

type Stored = NonNullable<Awaited<ReturnType<typeof queries.findMessage>>>;

/** Empty when it has been sent. */
const readableText = (services: Services, message: Stored): string => {
  const body = message.body === "" ? "" : services.textCipher.decrypt(message.body);
  if (body === "" || message.channel === "text") return body;
  const letter = parseLetter(body);
  return letterText(letter, envelopeOf(services, message, letter));
};

/** An e-mail as HTML; nothing when it has been sent or is a text message. */
export const messageHtml = async (services: Services, id: number): Promise<string | undefined> => {
  const message = await queries.findMessage(services.database.platform, id);
  if (message?.channel !== "email" || message.body === "") return undefined;
  const letter = parseLetter(services.textCipher.decrypt(message.body));
  return letterHtml(letter, envelopeOf(services, message, letter));
};
