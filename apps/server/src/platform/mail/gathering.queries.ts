import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** What is gathered into one message: all that is held for one person, channel and topic. */
export interface HeldGroup {
  readonly company_id: number | null;
  readonly user_id: number | null;
  readonly channel: string;
  readonly recipient: string;
  readonly topic: string | null;
}

const inGroup = ({ company_id, user_id, channel, recipient, topic }: HeldGroup) => sql`
  company_id is not distinct from ${company_id}::bigint and user_id is not distinct from ${user_id}::bigint
  and channel = ${channel} and recipient = ${recipient} and topic is not distinct from ${topic}
  and held_until is not null`;

export const dueGroups = async (db: Kysely<Tables>, limit: number): Promise<HeldGroup[]> => {
  const { rows } = await sql<HeldGroup>`
    select company_id, user_id, channel, recipient, topic from recent_messages where held_until <= now()
    group by 1, 2, 3, 4, 5 order by min(held_until) limit ${limit}`.execute(db);
  return rows;
};

/** The held messages of a group, locked: whoever has them first gathers them. */
export const lockHeld = async (db: Kysely<Tables>, group: HeldGroup): Promise<number[]> => {
  const { rows } = await sql<{ message_id: number }>`
    select message_id from recent_messages where ${inGroup(group)} order by message_id for update`.execute(
    db,
  );
  return rows.map(({ message_id }) => message_id);
};

/** Messages with the same subject: how many, and the newest of them. */
export interface HeldSubject {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly count: number;
}

/** The subjects with the newest messages first. */
export const heldSubjects = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  limit: number,
): Promise<HeldSubject[]> => {
  const { rows } = await sql<HeldSubject>`
    with counted as (select max(id) as id, count(*)::int as count from messages where id = any(${ids}) group by subject)
    select id, recipient, subject, body, count from counted join messages using (id)
    order by id desc limit ${limit}`.execute(db);
  return rows;
};

/** What was gathered is in the message that gathers it, so its own text is removed, like that of a sent one. */
export const markGathered = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  await sql`with removed as (delete from recent_messages where message_id = any(${ids}))
    update messages set state = 'gathered', body = '', attachment = null where id = any(${ids})`.execute(db);
};

/** One that is alone is sent as it was written. */
export const releaseHeld = async (db: Kysely<Tables>, id: number): Promise<void> => {
  await sql`with released as (update recent_messages set held_until = null where message_id = ${id})
    update messages set state = 'waiting', next_attempt_at = now() where id = ${id}`.execute(db);
};

/** The bound is on the messages of the last 15 minutes. */
export const deleteOldNotes = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from recent_messages
    where held_until is null and created_at < now() - interval '15 minutes'`.execute(db);
};
