import type { SignInMethod, SignInResult } from "@mcc/contract/security/sign-ins.schema.ts";
import { type Kysely, sql } from "kysely";
import type { SessionRow } from "../../platform/access/session-cache.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

interface NewSession {
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

/** Opens a session and notes the sign-in and its device. The first device of a user is no news to them. */
export const addSession = async (
  db: Db,
  { id, company_id }: { readonly id: number; readonly company_id: number | null },
  { seconds, method, restsOn, address, userAgent, device, network, sso }: NewSession,
) => {
  const factorAt = ["Password", "Single sign-on"].includes(method) ? sql`null` : sql`now()`;
  // A provider may let somebody in who has signed in there long ago: that is no confirmation that it is still them.
  const confirmedAt = sso ? sql`least(now(), to_timestamp(${sso.signedInAt ?? 0}))` : sql`now()`;
  const { rows } = await sql<{ id: string; isNewDevice: boolean }>`
    with opened as (
      insert into sessions (user_id, expires_at, method, factor_at, rests_on, address, user_agent, device, network,
        confirmed_at, sso_connection_id, sign_out_url)
      values (${id}, now() + make_interval(secs => ${seconds}), ${method}, ${factorAt}, ${restsOn}::uuid, ${address},
        ${userAgent}, ${device}, ${network}, ${confirmedAt}, ${sso?.connectionId ?? null}, ${sso?.signOutUrl ?? null})
      returning id),
    noted as (
      insert into sign_ins (company_id, user_id, method, result, address, device)
      values (${company_id}::bigint, ${id}, ${method}, 'Accepted', ${address}, ${device})),
    seen as (
      insert into known_devices (user_id, device, network) values (${id}, ${device}, ${network})
      on conflict (user_id, device, network) do update set last_seen_at = now(), is_disowned = false),
    signed_in as (update users set last_login = now() where id = ${id})
    select opened.id, exists (select from known_devices where user_id = ${id}) and not exists (
      select from known_devices known where known.user_id = ${id} and known.device = ${device}
        and known.network = ${network} and not known.is_disowned) as "isNewDevice"
    from opened`.execute(db);
  return rows[0] as { id: string; isNewDevice: boolean };
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
  const { rows } = await sql<SessionRow>`
    select who::text, to_json(site_ids)::text as site_ids from tenant.enter(${sessionId})`.execute(db);
  return rows[0];
};
