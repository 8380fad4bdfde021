import { type Kysely, sql } from "kysely";
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

/** A user, locked until the transaction ends: their factors are changed and used one at a time. */
export const lockUser = async (db: Db, userId: number) => {
  const { rows } = await sql<{ needed: boolean; email: string; first_name: string; username: string }>`
    select mcc.needs_second_factor(users) as needed, email, first_name, username
    from users where id = ${userId} and deleted_at is null for no key update`.execute(db);
  return rows[0];
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

export const addApp = (db: Db, userId: number, name: string, secret: string) =>
  db
    .insertInto("factors")
    .values({ user_id: userId, kind: "totp", name, secret })
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

export const addPasskey = (db: Db, userId: number, passkey: NewPasskey) =>
  db
    .insertInto("factors")
    .values({ ...passkey, user_id: userId, kind: "passkey", confirmed_at: sql`now()` })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findUnconfirmed = (db: Db, userId: number, id: number) =>
  db
    .selectFrom("factors")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();

export const confirmFactor = (db: Db, id: number, step: number) =>
  db
    .updateTable("factors")
    .set({ confirmed_at: sql`now()`, last_used_at: sql`now()`, last_step: step })
    .where("id", "=", id)
    .execute();

/** The use of a factor: the step of its code, or the counter of its passkey. */
export const noteUse = (db: Db, id: number, used: { last_step: number } | { counter: number }) =>
  db
    .updateTable("factors")
    .set({ ...used, last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute();

export const deleteFactor = (db: Db, userId: number, id: number) =>
  db
    .deleteFrom("factors")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning(["kind", "name"])
    .executeTakeFirst();

export const deleteFactorsOf = (db: Db, userId: number) =>
  db.deleteFrom("factors").where("user_id", "=", userId).returning("id").execute();

export const replaceCodes = async (db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
};

/** Uses a recovery code, once. */
export const takeCode = async (db: Db, userId: number, codeHash: Buffer): Promise<boolean> => {
  const taken = await db
    .updateTable("recovery_codes")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
};

/** The user has proved to be themselves, in this session. */
export const confirmSession = (db: Db, sessionId: string, withFactor: boolean) =>
  db
    .updateTable("sessions")
    .set({ confirmed_at: sql`now()`, ...(withFactor ? { factor_at: sql`now()` } : {}) })
    .where("id", "=", sessionId)
    .returning("confirmed_at")
    .executeTakeFirstOrThrow();

export const endOtherSessions = (db: Db, userId: number, kept: string | null) =>
  db
    .updateTable("sessions")
    .set({ ended_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where(sql<boolean>`id is distinct from ${kept}::uuid`)
    .execute();

export const needsFactor = async (db: Db, userId: number): Promise<boolean> => {
  const { rows } = await sql<{ needed: boolean }>`
    select mcc.needs_second_factor(users) as needed from users where id = ${userId}`.execute(db);
  return rows[0]?.needed === true;
};
