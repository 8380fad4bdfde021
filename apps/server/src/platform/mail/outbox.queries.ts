import { type Channel, DEFAULT_CHANNELS, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** One e-mail or text message to write down; the same `sent_for` is written once. */
export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly company_id?: number | null;
  readonly sent_for?: string;
  /** For a message that gathers others. */
  readonly user_id?: number | null;
  readonly topic?: string | null;
  readonly source?: string;
  /** Encrypted, see `storedAttachment`. */
  readonly attachment?: string | null;
}

export const addMessage = (db: Kysely<Tables>, message: NewMessage) =>
  db
    .insertInto("messages")
    .values(message)
    .onConflict((clash) => clash.column("sent_for").doNothing())
    .returning("id")
    .executeTakeFirst();

/** Whether a user wants to be notified of a topic by a channel, as a condition: what they chose, else the default. */
export const wantsMessage = (
  companyId: number,
  userId: RawBuilder<unknown>,
  topic: Topic,
  channel: Channel,
): RawBuilder<boolean> => sql`coalesce((select enabled from notification_preferences
  where company_id = ${companyId} and user_id = ${userId} and topic = ${topic} and channel = ${channel}),
  ${DEFAULT_CHANNELS[topic][channel]})`;

/** About a topic: only for a user who wants it by this channel. */
export interface NewNotice extends NewMessage {
  readonly company_id: number;
  readonly user_id: number;
  readonly topic: Topic;
  readonly sent_for: string;
  /** What brought it about, if one person can bring about many. */
  readonly source?: string;
}

/** Written and checked in one statement: decisions write notices while their orders are locked. */
export const addNotice = async (
  db: Kysely<Tables>,
  { company_id, user_id, topic, channel, recipient, subject, body, sent_for, source }: NewNotice,
): Promise<{ id: number } | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into messages (company_id, user_id, topic, channel, recipient, subject, body, sent_for, source)
    select ${company_id}::bigint, ${user_id}::bigint, ${topic}, ${channel}, ${recipient}, ${subject}, ${body}, ${sent_for},
      ${source ?? null}
    where ${wantsMessage(company_id, sql`${user_id}`, topic, channel)}
    on conflict (sent_for) do nothing returning id`.execute(db);
  return rows[0];
};

/**
 * Takes a message that is due: nobody else sends it within the lease. If this process ends before it has sent the
 * message or noted that it has, the message is due again after the lease.
 */
export const claimMessage = (db: Kysely<Tables>, id: number, leaseSeconds: number) =>
  db
    .updateTable("messages")
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", sql<Date>`now()`)
    .returning([
      "id",
      "channel",
      "recipient",
      "subject",
      "body",
      "attachment",
      "attempts",
      "user_id",
      "topic",
      "created_at",
      addressVersion,
      ...brandOf("messages.company_id"),
    ])
    .executeTakeFirst();

/** The version of the user's address, if the message goes to it. */
const addressVersion = sql<number | null>`(select email_version from users
  where users.id = messages.user_id and lower(users.email) = lower(messages.recipient))`.as("email_version");

/** The look of the company of a message. */
const brandOf = (companyId: string) =>
  (["label", "logo", "accent_color"] as const).map((column) =>
    sql<
      string | null
    >`(select ${sql.ref(column)} from companies where companies.id = ${sql.ref(companyId)})`.as(column),
  );

export const markMessage = (db: Kysely<Tables>, id: number, state: "sent" | "kept") =>
  db
    .updateTable("messages")
    .set({
      state,
      attachment: null,
      // What has been sent is with its reader; the outbox of the demo is read here.
      ...(state === "sent" ? { sent_at: sql`now()`, body: "" } : {}),
    })
    .where("id", "=", id)
    .execute();

/** What a message says, and to whom; texts are encrypted. */
export type MessageContent = Pick<NewMessage, "recipient" | "subject" | "body"> & {
  readonly attachment: string | null;
};

/** A message that was written anew before it was sent. */
export const setContent = (db: Kysely<Tables>, id: number, content: MessageContent) =>
  db
    .updateTable("messages")
    .set({ ...content })
    .where("id", "=", id)
    .execute();

/** A message that is not sent anymore, because what it says no longer holds. */
export const withdrawMessage = (db: Kysely<Tables>, id: number) =>
  db
    .updateTable("messages")
    .set({ state: "failed", last_error: "withdrawn", body: "", attachment: null })
    .where("id", "=", id)
    .execute();

/** Tried again after a while, or never. */
export const recordFailure = (
  db: Kysely<Tables>,
  id: number,
  error: string,
  retryInSeconds: number | undefined,
  addressRefused: boolean,
) =>
  db
    .updateTable("messages")
    .set({
      last_error: error,
      ...(retryInSeconds === undefined
        ? { state: "failed", attachment: null, address_refused: addressRefused }
        : { next_attempt_at: sql`now() + make_interval(secs => ${retryInSeconds})` }),
    })
    .where("id", "=", id)
    .execute();

/** Due messages: a failed attempt, a worker that ended, or a job that was lost between the commit and the queue. */
export const dueMessages = (db: Kysely<Tables>) =>
  db
    .selectFrom("messages")
    .select("id")
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", sql<Date>`now()`)
    .where("created_at", "<", sql<Date>`now() - interval '30 seconds'`)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1000)
    .execute();

export interface MailboxPart {
  /** Only those to this address. */
  readonly recipient?: string | undefined;
  readonly offset?: number;
}

const shownMessages = (db: Kysely<Tables>) =>
  db.selectFrom("messages").where("state", "not in", ["held", "gathered"]);

const shownFields = [
  "id",
  "channel",
  "recipient",
  "subject",
  "body",
  "state",
  "created_at",
  "user_id",
  "topic",
] as const;

export const latestMessages = (
  db: Kysely<Tables>,
  limit: number,
  { recipient, offset = 0 }: MailboxPart = {},
) =>
  shownMessages(db)
    .select(shownFields)
    .select(addressVersion)
    .select(brandOf("messages.company_id"))
    .$if(recipient !== undefined, (query) => query.where("recipient", "=", recipient ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();

/** Who has messages, and how many. */
export const messageRecipients = (db: Kysely<Tables>) =>
  shownMessages(db)
    .select(["recipient", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("recipient")
    .orderBy("recipient")
    .limit(1000)
    .execute();

export const findMessage = (db: Kysely<Tables>, id: number) =>
  shownMessages(db)
    .select(shownFields)
    .select(addressVersion)
    .select(brandOf("messages.company_id"))
    .where("id", "=", id)
    .executeTakeFirst();
