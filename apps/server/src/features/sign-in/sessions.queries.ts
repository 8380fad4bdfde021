import type { SignInMethod, SignInResult } from "@mcc/contract/security/sign-ins.schema.ts";
import { type Kysely, sql } from "kysely";
import type { SessionRow } from "../../platform/access/session-cache.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

interface NewSession {
  readonly id: string;
  readonly seconds: number;
  readonly method: SignInMethod;
  /** The session in which the factor was added that opens this one. */
  readonly restsOn: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly device: string;
  readonly network: string;
  readonly sso?:
    | {
        readonly connectionId: number;
        readonly signOutUrl: string | null;
        readonly signedInAt: number | null;
      }
    | undefined;
}

/** More than anybody has browsers; beyond it the oldest session ends. */
const MOST_SESSIONS = 50;

interface AddedSession {
  readonly isNewDevice: boolean;
  /** Nobody signs in to a closed company. */
  readonly isClosed: boolean;
  /** The oldest session of the user had to end. */
  readonly hasEnded: boolean;
}

/**
 * Opens a session and notes the sign-in and its device. The first device of a user is no news to them. Nothing if there
 * is no such user anymore.
 */
export const addSession = async (
  db: Db,
  { id, company_id }: { readonly id: number; readonly company_id: number | null },
  { id: sessionId, seconds, method, restsOn, address, userAgent, device, network, sso }: NewSession,
) => {
  const hasFactor = !["Password", "Single sign-on"].includes(method);
  // A provider may let somebody in who has signed in there long ago: that is no confirmation that it is still them.
  const confirmedAt = sso ? (sso.signedInAt ?? 0) : Number.POSITIVE_INFINITY;
  const { rows } = await sql<AddedSession>`${prepared("add-session")}
    with opened as (
      insert into sessions (id, user_id, expires_at, method, factor_at, rests_on, address, user_agent, device, network,
        confirmed_at, sso_connection_id, sign_out_url)
      select ${sessionId}, id, now() + make_interval(secs => ${seconds}), ${method},
        case when ${hasFactor}::boolean then now() end, ${restsOn}::uuid, ${address}, ${userAgent}, ${device}, ${network},
        least(now(), to_timestamp(${confirmedAt})), ${sso?.connectionId ?? null}, ${sso?.signOutUrl ?? null}
      from users where id = ${id}
      returning user_id),
    noted as (
      insert into sign_ins (company_id, user_id, method, result, address, device)
      select ${company_id}::bigint, user_id, ${method}, 'Accepted', ${address}, ${device} from opened),
    seen as (
      insert into known_devices (user_id, device, network) select user_id, ${device}, ${network} from opened
      on conflict (user_id, device, network) do update set last_seen_at = now(), is_disowned = false),
    signed_in as (update users set last_login = now() where id = ${id}),
    ended as (
      update sessions set ended_at = now() where id in (
        select id from sessions where user_id = ${id} and ended_at is null and expires_at > now()
        order by created_at desc, id offset ${MOST_SESSIONS - 1})
      returning 1)
    select exists (select from known_devices where user_id = ${id}) and not exists (
        select from known_devices known where known.user_id = ${id} and known.device = ${device}
          and known.network = ${network} and not known.is_disowned) as "isNewDevice",
      exists (select from companies where id = ${company_id}::bigint and closed_at is not null) as "isClosed",
      exists (select from ended) as "hasEnded"
    from opened`.execute(db);
  return rows[0];
};

/** Notes a sign-in that has opened no session. */
export const noteSignIn = (
  db: Db,
  account: { readonly id: number | null; readonly company_id: number | null } | undefined,
  entry: {
    readonly method: SignInMethod;
    readonly result: Exclude<SignInResult, "Accepted">;
    readonly address: string;
    readonly device: string;
    readonly reason?: string;
    readonly reference?: string;
  },
) =>
  db
    .insertInto("sign_ins")
    .values({ ...entry, company_id: account?.company_id ?? null, user_id: account?.id ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();

/**
 * Notes a sign-in whose password was right, with the challenge for its second factor; false if the account has changed
 * since. It is locked as for opening a session.
 */
export const noteUnfinished = async (
  db: Db,
  { id, password_hash }: { readonly id: number; readonly password_hash: string | null },
  { address, device }: { readonly address: string; readonly device: string },
  challenge: { readonly tokenHash: Buffer; readonly seconds: number },
): Promise<boolean> => {
  const { rows } = await sql`${prepared("note-unfinished")}
    with account as materialized (
      select id, company_id from users
      where id = ${id} and password_hash = ${password_hash} and deleted_at is null and disabled_at is null
      for no key update),
    noted as (
      insert into sign_ins (company_id, user_id, method, result, address, device)
      select company_id, id, 'Password', 'Unfinished', ${address}, ${device} from account
      returning id, user_id)
    insert into challenges (token_hash, purpose, user_id, sign_in_id, expires_at)
    select ${challenge.tokenHash}, 'second_factor', user_id, id, now() + make_interval(secs => ${challenge.seconds})
    from noted returning 1`.execute(db);
  return rows.length > 0;
};

/** Says whose a refused sign-in of a moment ago was. */
export const nameSignIn = async (
  db: Db,
  reference: string,
  { id, company_id }: { readonly id: number; readonly company_id: number | null },
): Promise<void> => {
  await sql`update sign_ins set user_id = ${id} where company_id = ${company_id} and reference = ${reference}
    and user_id is null and at > now() - interval '1 hour'`.execute(db);
};

/** Whether the user has signed in from there before. */
export const isKnownDevice = async (
  db: Db,
  userId: number,
  device: string,
  network: string,
): Promise<boolean> => {
  const found = await db
    .selectFrom("known_devices")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("device", "=", device)
    .where("network", "=", network)
    .where("is_disowned", "=", false)
    .executeTakeFirst();
  return found !== undefined;
};

/** The session of a link that was sent when it was opened. */
export const findDeviceLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("password_links")
    .innerJoin("users", "users.id", "password_links.user_id")
    .leftJoin("sessions", "sessions.id", "password_links.session_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "password_links.session_id as sessionId",
      "users.id as userId",
      "users.company_id as companyId",
      "users.username",
      "sessions.device",
      "sessions.address",
      "sessions.created_at as at",
      "companies.name as company",
      "companies.theme_id as themeId",
      "companies.logo",
    ])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", "device")
    .where("used_at", "is", null)
    .where("password_links.expires_at", ">", sql<Date>`now()`)
    .where("users.deleted_at", "is", null)
    .where("users.disabled_at", "is", null)
    .where("companies.closed_at", "is", null)
    .executeTakeFirst();
export type DeviceLink = NonNullable<Awaited<ReturnType<typeof findDeviceLink>>>;

export const useDeviceLink = (db: Db, tokenHash: Buffer) =>
  db.updateTable("password_links").set({ used_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();

/** Ends sessions of which the user says that they were not theirs, and removes what was added in them. */
export const disownSessions = async (
  db: Db,
  userId: number,
  sessionIds: readonly string[],
  since: Date | null = null,
) => {
  const { rows } = await sql<{ sessions: number; factors: number }>`
    select sessions_ended::int as sessions, factors_removed::int as factors
    from mcc.disown_sessions(${userId}, ${[...sessionIds]}::uuid[], ${since}::timestamptz)`.execute(db);
  return rows[0] as { sessions: number; factors: number };
};

const SIGN_IN_DAYS = 400;

export const deleteOldSignIns = async (db: Db): Promise<void> => {
  await sql`delete from sign_ins where at < now() - make_interval(days => ${SIGN_IN_DAYS})`.execute(db);
  await sql`delete from known_devices where last_seen_at < now() - make_interval(days => ${SIGN_IN_DAYS})`.execute(
    db,
  );
};

/** The signed-in user as the authorization of every request sees them. */
export const findSession = async (db: Db, sessionId: string): Promise<SessionRow | undefined> => {
  const { rows } = await sql<SessionRow>`${prepared("enter-opened")}
    select who::text, to_json(site_ids)::text as site_ids from tenant.enter(${sessionId})`.execute(db);
  return rows[0];
};
