import { type Kysely, sql } from "kysely";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** The factors of a user that count. */
export const factorsOf = (db: Db, userId: number) =>
  db
    .selectFrom("factors")
    .selectAll()
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .orderBy("id")
    .execute();
export type FactorRow = Awaited<ReturnType<typeof factorsOf>>[number];

export const findPasskey = (db: Db, credentialId: string) =>
  db.selectFrom("factors").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();

/** The same lock as that of sign-in: the factors of a user are changed and used one at a time. */
export const lockUser = async (db: Db, userId: number) => {
  const { rows } = await sql<{ needed: boolean; email: string; first_name: string; username: string }>`
    select mcc.needs_second_factor(users) as needed, email, first_name, username
    from users where id = ${userId} and deleted_at is null and disabled_at is null for no key update`.execute(
    db,
  );
  return rows[0];
};

/** Whether a session is still open, which it stays until the transaction ends. */
export const lockSession = async (db: Db, sessionId: string): Promise<boolean> => {
  const found = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
};

export const countCodesLeft = async (db: Db, userId: number): Promise<number> => {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const deleteUnconfirmed = (db: Db, userId: number) =>
  db.deleteFrom("factors").where("user_id", "=", userId).where("confirmed_at", "is", null).execute();

/** Whose factor, and in which session it is added. */
interface AddedBy {
  readonly user_id: number;
  readonly session_id: string;
}

export const addApp = (db: Db, by: AddedBy, name: string, secret: string) =>
  db
    .insertInto("factors")
    .values({ ...by, kind: "totp", name, secret })
    .returning("id")
    .executeTakeFirstOrThrow();

export interface NewPasskey {
  readonly name: string;
  readonly host: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

/** Nothing if there is a passkey of that id, whoever has it. */
export const addPasskey = (db: Db, by: AddedBy, passkey: NewPasskey) =>
  db
    .insertInto("factors")
    .values({ ...passkey, ...by, kind: "passkey", confirmed_at: sql`now()` })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();

export const findUnconfirmed = (db: Db, userId: number, id: number) =>
  db
    .selectFrom("factors")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();

export const confirmFactor = (db: Db, id: number, sessionId: string, step: number) =>
  db
    .updateTable("factors")
    .set({ confirmed_at: sql`now()`, last_used_at: sql`now()`, last_step: step, session_id: sessionId })
    .where("id", "=", id)
    .execute();

/** The use of an app with the code of a step; false if that or a later one was used before. */
export const noteStep = async (db: Db, id: number, step: number): Promise<boolean> => {
  const { rows } = await sql`${prepared("note-step")}
    update factors set last_step = ${step}, last_used_at = now()
    where id = ${id} and confirmed_at is not null and last_step < ${step} returning 1`.execute(db);
  return rows.length > 0;
};

/** The use of a passkey. */
export const noteCounter = async (db: Db, id: number, counter: number): Promise<boolean> => {
  await db.updateTable("factors").set({ counter, last_used_at: sql`now()` }).where("id", "=", id).execute();
  return true;
};

export const deleteFactor = (db: Db, userId: number, id: number) =>
  db
    .deleteFrom("factors")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning(["kind", "name"])
    .executeTakeFirst();

export const deleteFactorsOf = (db: Db, userId: number) =>
  db.deleteFrom("factors").where("user_id", "=", userId).returning("id").execute();

export const replaceCodes = async (db: Db, by: AddedBy, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom("recovery_codes").where("user_id", "=", by.user_id).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ ...by, code_hash })))
    .execute();
};

/** Uses a recovery code, once. */
export const takeCode = (db: Db, userId: number, codeHash: Buffer) =>
  db
    .updateTable("recovery_codes")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .returning("session_id")
    .executeTakeFirst();

/** The link of a message: it ends the session that changed the factors, and what was added in it. */
export const addSessionLink = (db: Db, by: AddedBy, tokenHash: Buffer, seconds: number) =>
  db
    .insertInto("password_links")
    .values({
      ...by,
      token_hash: tokenHash,
      purpose: "device",
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute();

/** The user has proved to be themselves, in this session; nothing if it has ended. */
export const confirmSession = (db: Db, sessionId: string, withFactor: boolean) =>
  db
    .updateTable("sessions")
    .set({ confirmed_at: sql`now()`, ...(withFactor ? { factor_at: sql`now()` } : {}) })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("confirmed_at")
    .executeTakeFirst();

export const needsFactor = async (db: Db, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ needed: boolean }>`
    select mcc.needs_second_factor(users) as needed from users where id = ${userId}`.execute(db);
  return rows[0]?.needed === true;
};
