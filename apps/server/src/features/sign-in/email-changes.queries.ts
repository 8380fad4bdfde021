import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Whether somebody else has an address, or can restore it. */
export const isEmailTaken = async (db: Db, userId: number, email: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select mcc.is_restorable_by_other(${email}, ${userId}) or exists (select from users
      where lower(email) = lower(${email}) and deleted_at is null and id <> ${userId}) as taken`.execute(db);
  return rows[0]?.taken === true;
};

/** An address that a user wants, and the session that has asked for it. */
interface WantedEmail {
  readonly new_email: string;
  readonly session_id: string | null;
}

export const addChange = (db: Db, userId: number, wanted: WantedEmail, tokenHash: Buffer, seconds: number) =>
  db
    .insertInto("email_changes")
    .values({
      ...wanted,
      user_id: userId,
      token_hash: tokenHash,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute();

/** The address that the user has not confirmed yet. */
export const findPending = (db: Db, userId: number) =>
  db
    .selectFrom("email_changes")
    .select(["new_email", "session_id"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** Ends the change that was not confirmed yet; returns its address. */
export const endPending = (db: Db, userId: number) =>
  db
    .updateTable("email_changes")
    .set({ ended_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("ended_at", "is", null)
    .returning("new_email")
    .executeTakeFirst();

/** A change with its user, and the look of their company. */
const changes = (db: Db) =>
  db
    .selectFrom("email_changes")
    .innerJoin("users", "users.id", "email_changes.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "email_changes.id",
      "email_changes.user_id as userId",
      "email_changes.new_email as newEmail",
      "email_changes.former_email as formerEmail",
      "users.email",
      "users.username",
      "users.company_id as companyId",
      "companies.name as company",
      "companies.theme_id as themeId",
      "companies.logo",
    ])
    .where("email_changes.ended_at", "is", null)
    .where("users.deleted_at", "is", null)
    .where("users.disabled_at", "is", null)
    .where("companies.closed_at", "is", null);

export type EmailChange = NonNullable<Awaited<ReturnType<typeof findToConfirm>>>;

/** The change of a link that was sent to the new address, while it can be confirmed. */
export const findToConfirm = (db: Db, tokenHash: Buffer) =>
  changes(db)
    .where("email_changes.token_hash", "=", tokenHash)
    .where("email_changes.confirmed_at", "is", null)
    .where("email_changes.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** The change of a link that was sent to the former address, while it can be undone. */
export const findToUndo = (db: Db, tokenHash: Buffer) =>
  changes(db)
    .where("email_changes.undo_hash", "=", tokenHash)
    .where("email_changes.undo_until", ">", sql<Date>`now()`)
    .executeTakeFirst();

export const confirmChange = (db: Db, { id, email }: EmailChange, undoHash: Buffer, undoSeconds: number) =>
  db
    .updateTable("email_changes")
    .set({
      confirmed_at: sql`now()`,
      former_email: email,
      undo_hash: undoHash,
      undo_until: sql`now() + make_interval(secs => ${undoSeconds})`,
    })
    .where("id", "=", id)
    .execute();

/**
 * Ends a change and all that followed: whoever made this one may have made those. Earlier ones can still be undone.
 * Returns the sessions that have asked for them.
 */
export const endChangesFrom = (db: Db, { id, userId }: EmailChange) =>
  db
    .updateTable("email_changes")
    .set({ ended_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("id", ">=", id)
    .where("ended_at", "is", null)
    .returning("session_id")
    .execute();

export const setEmail = (db: Db, userId: number, email: string) =>
  db.updateTable("users").set({ email, updated_at: sql`now()` }).where("id", "=", userId).execute();

/** Changes that can neither be confirmed nor undone are of no use to anybody after a while. */
export const deleteOldChanges = (db: Db) =>
  db
    .deleteFrom("email_changes")
    .where(sql<boolean>`greatest(expires_at, undo_until) < now() - interval '30 days'`)
    .execute();
