import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

const ACCOUNT = [
  "id",
  "company_id",
  "username",
  "email",
  "first_name",
  "last_name",
  "password_hash",
  "has_second_factor",
] as const;

/**
 * Portal users only: a shop user has no row here. Usernames and addresses are unique regardless of case. Also one who is
 * deactivated: their tries to sign in are kept.
 */
export const findAnyAccount = (db: Db, identifier: string) =>
  db
    .selectFrom("users")
    .select([...ACCOUNT, "disabled_at"])
    .where("deleted_at", "is", null)
    .where((row) =>
      row.or([
        row(sql`lower(username)`, "=", identifier.toLowerCase()),
        row(sql`lower(email)`, "=", identifier.toLowerCase()),
      ]),
    )
    .orderBy(sql`lower(username) = ${identifier.toLowerCase()}`, "desc")
    .executeTakeFirst();

/** Undefined for an account that is deactivated. */
export const activeOnly = <Account extends { readonly disabled_at: Date | null }>(
  account: Account | undefined,
): Account | undefined => (account?.disabled_at === null ? account : undefined);

export const findAccount = async (db: Db, identifier: string) =>
  activeOnly(await findAnyAccount(db, identifier));

/** As above, also one who is deactivated. */
export const findAnyAccountById = (db: Db, id: number) =>
  db
    .selectFrom("users")
    .select([...ACCOUNT, "disabled_at"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Whom a message about an account is addressed to. */
export const findAddressee = (db: Db, userId: number) =>
  db
    .selectFrom("users")
    .select(["company_id", "email", "first_name", "username"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();

export const findPassword = (db: Db, userId: number) =>
  db.selectFrom("users").select("password_hash").where("id", "=", userId).executeTakeFirst();

/** Locked until the transaction ends: signing in and changing the password or address of a user are serialized. */
export const lockAccount = (db: Db, userId: number) =>
  db
    .selectFrom("users")
    .select(["password_hash", "email", "has_second_factor"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .where("disabled_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Ends all but the newest sessions of a user; returns whether there were any to end. */
export const endOldestSessions = async (db: Db, userId: number, most: number): Promise<boolean> => {
  const ended = await db
    .updateTable("sessions")
    .set({ ended_at: sql`now()` })
    .where("id", "in", (row) =>
      row
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .where("ended_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(most),
    )
    .returning("id")
    .execute();
  return ended.length > 0;
};

export const endSession = (db: Db, sessionId: string) =>
  db
    .updateTable("sessions")
    .set({ ended_at: sql`now()` })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("sign_out_url")
    .executeTakeFirst();

/** The identity provider that a session was opened with. */
export const findSsoConnection = (db: Db, sessionId: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("sso_connections", "sso_connections.id", "sessions.sso_connection_id")
    .select(["sso_connections.id", "tells_sign_in_time"])
    .where("sessions.id", "=", sessionId)
    .where("enabled", "=", true)
    .executeTakeFirst();

/**
 * A link that sets a password, or one about a session ("device"), which ends this session and leads to the former. Then
 * the former names the session, too: its owner has said that it was not them.
 */
export const addPasswordLink = (
  db: Db,
  userId: number,
  tokenHash: Buffer,
  seconds: number,
  { purpose, sessionId }: { readonly purpose: "reset" | "device"; readonly sessionId: string | null } = {
    purpose: "reset",
    sessionId: null,
  },
) =>
  db
    .insertInto("password_links")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      purpose,
      session_id: sessionId,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute();

/** The links of the last while by which the user can still set a password. */
export const countResetLinks = async (db: Db, userId: number, seconds: number): Promise<number> => {
  const { count } = await db
    .selectFrom("password_links")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("purpose", "=", "reset")
    .where("used_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${seconds})`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const findPasswordLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("password_links")
    .innerJoin("users", "users.id", "password_links.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id as userId",
      "users.company_id as companyId",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.email",
      "password_links.session_id as sessionId",
      "password_links.created_at as at",
      "companies.name as company",
      "companies.short_name as companyShortName",
    ])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "in", ["reset", "invitation"])
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("users.deleted_at", "is", null)
    .where("users.disabled_at", "is", null)
    .where("companies.closed_at", "is", null);

/** Using one link also invalidates every other link of the same user. */
export const invalidatePasswordLinks = (db: Db, userId: number) =>
  db
    .updateTable("password_links")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();

export const setPassword = (db: Db, userId: number, passwordHash: string) =>
  db
    .updateTable("users")
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();

/** Ended and outdated rows are of no use to anybody, once no link of a message is about them anymore. */
export const deleteOldSessions = async (db: Db): Promise<void> => {
  await db
    .deleteFrom("sessions")
    .where((row) =>
      row.or([
        row("expires_at", "<", sql<Date>`now() - interval '8 days'`),
        row("ended_at", "<", sql<Date>`now() - interval '8 days'`),
      ]),
    )
    .execute();
  await db
    .deleteFrom("password_links")
    .where("expires_at", "<", sql<Date>`now() - interval '30 days'`)
    .execute();
};

/** Nobody signs in to a closed company. */
export const isClosed = async (db: Db, companyId: number): Promise<boolean> => {
  const { rows } = await sql`select from companies where id = ${companyId} and closed_at is not null`.execute(
    db,
  );
  return rows.length > 0;
};
