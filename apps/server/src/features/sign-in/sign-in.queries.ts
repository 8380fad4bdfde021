import { type Kysely, sql } from "kysely";
import { type Counted, counting, type Limit } from "../../platform/access/rate-limit.ts";
import { prepared } from "../../platform/db/connection.ts";
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
const findAnyAccount = (db: Db, identifier: string) =>
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

type AnyAccount = NonNullable<Awaited<ReturnType<typeof findAnyAccount>>>;

interface Tried {
  readonly account: AnyAccount | undefined;
  readonly counts: readonly Counted[];
}

/** The same, with the try counted: of the account, or of what was typed where there is none. */
export const tryPassword = async (db: Db, identifier: string, limits: readonly Limit[]): Promise<Tried> => {
  const typed = identifier.toLowerCase();
  const { counted, counts } = counting(limits);
  const { rows } = await sql<AnyAccount & Pick<Tried, "counts">>`${prepared("try-password")}
    with account as materialized (
      select ${sql.join(ACCOUNT.map((column) => sql.ref(column)))}, disabled_at from users
      where deleted_at is null and (lower(username) = ${typed} or lower(email) = ${typed})
      order by lower(username) = ${typed} desc limit 1),
    whose as (select coalesce('id:' || (select id from account), 'typed:' || ${typed}::text) as name),
    ${counted}
    select account.*, ${counts} as counts from whose left join account on true`.execute(db);
  const [found] = rows;
  return { account: found?.id ? found : undefined, counts: found?.counts ?? [] };
};

interface TriedCode extends AnyAccount {
  readonly counts: readonly Counted[];
  readonly works: boolean;
  readonly apps: readonly {
    readonly id: number;
    readonly secret: string | null;
    readonly last_step: number;
    readonly session_id: string | null;
  }[];
}

/**
 * The user of a sign-in that waits for its second factor, and whether it still does, with their apps; the try is counted
 * with the challenge and, while it waits, with the user.
 */
export const tryCode = async (db: Db, challengeHash: Buffer, most: number, limits: readonly Limit[]) => {
  const { counted, counts } = counting(limits);
  const { rows } = await sql<TriedCode>`${prepared(`try-code-${limits.length}`)}
    with tried as (
      update challenges set tries = least(tries + 1, ${most}::int + 1)
      where token_hash = ${challengeHash} and purpose = 'second_factor'
      returning user_id, tries <= ${most}::int and expires_at > now() as works),
    account as materialized (
      select ${sql.join(ACCOUNT.map((column) => sql.ref(column)))}, disabled_at,
        tried.works and disabled_at is null as works
      from tried join users on users.id = tried.user_id where deleted_at is null),
    whose as (select id::text as name from account where works),
    ${counted}
    select account.*, ${counts} as counts, (
        select coalesce(json_agg(json_build_object(
          'id', id, 'secret', secret, 'last_step', last_step, 'session_id', session_id) order by id), '[]')
        from factors where user_id = account.id and kind = 'totp' and confirmed_at is not null) as apps
    from account`.execute(db);
  return rows[0];
};

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

interface LockedAccount {
  readonly company_id: number | null;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly password_hash: string | null;
  readonly has_second_factor: boolean;
}

/** Locked until the transaction ends: signing in and changing the password or address of a user are serialized. */
export const lockAccount = async (db: Db, userId: number): Promise<LockedAccount | undefined> => {
  const { rows } = await sql<LockedAccount>`${prepared("lock-account")}
    select company_id, username, email, first_name, password_hash, has_second_factor from users
    where id = ${userId} and deleted_at is null and disabled_at is null for no key update`.execute(db);
  return rows[0];
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
