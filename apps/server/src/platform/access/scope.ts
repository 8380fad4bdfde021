import type { Session } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { type AfterCommit, type AfterCommitQueue, makeAfterCommitQueue } from "../db/after-commit.ts";
import { queriesFor } from "../db/connection.ts";
import type { Database } from "../db/database.ts";
import { execute } from "../db/pipeline.ts";
import { type Holder, holderOfCompanyKey, holderOfSession, holderOfUser } from "../db/pool-shares.ts";
import { POSITION } from "../db/replica.ts";
import type { Tables } from "../db/tables.ts";
import { beginTransaction, endTransaction, endTransactionLater } from "../db/transaction.ts";
import { confirmSession } from "./optimistic-read.ts";
import { requestAddress } from "./request-address.ts";
import { type CachedSession, type HeldDelegation, parseSession, type SessionRow } from "./session-cache.ts";
import { failEnded, isAllowedFrom, mustBeAllowedHere, type SignInState } from "./sign-in-state.ts";
import { isSessionId } from "./tokens.ts";

/** One company's data: what jobs and arrivals query with, and what the scope of a user or an API key extends. */
export interface CompanyData {
  readonly db: Kysely<Tables>;
  readonly companyId: number;
}

/** A signed-in user, with any permissions. */
export interface SessionScope {
  readonly who: Session;
  readonly signIn: SignInState;
  readonly sessionId: string;
  /** The token of the request; returned with the signed-in user. */
  readonly token: string;
  readonly afterCommit: AfterCommit;
}

/**
 * The only access to a company's data. A feature cannot query without a scope, a scope cannot exist without a company,
 * and the whole request is one transaction: it is committed when the handler returns, rolled back when it throws.
 */
export interface CompanyScope extends SessionScope, CompanyData {
  /** The sites this user may see. */
  readonly siteIds: "all" | readonly number[];
  /** Whose deputy this user is now. */
  readonly delegations: readonly HeldDelegation[];
  /** How the user acts, if not in the portal or by the API; the audit states it. */
  readonly via?: string;
  /** The id of the company's API key that is asking instead of a user. */
  readonly companyKey?: number;
}

/** For platform admins: queries over all companies. */
export interface PlatformScope extends SessionScope {
  readonly db: Kysely<Tables>;
}

export interface OpenScope {
  readonly company: CompanyScope;
  /** Fails if the cached session is outdated: then nothing that was read with it may be sent. */
  confirm(): Promise<void>;
  /** Ends the transaction. */
  commit(): Promise<void>;
  runAfterCommit: AfterCommitQueue["run"];
  rollback(): Promise<void>;
}

interface ScopeRequest {
  readonly sessionId: string;
  readonly token: string;
  readonly readOnly: boolean;
  /** Start at once with the cached session, and confirm it before responding. */
  readonly optimistic?: boolean;
}

/**
 * Begins the transaction, finds the session and restricts the connection to its company: in one round trip if the
 * session is in the cache.
 */
export const openScope = async (database: Database, request: ScopeRequest): Promise<OpenScope> => {
  const { sessionCache } = database;
  const { sessionId, readOnly, optimistic } = request;
  if (!isSessionId(sessionId)) fail("auth.required");
  const cached = sessionCache.get(sessionId) ?? (await loadUserOfSession(database, sessionId));
  const holder = holderOfUser(cached.who.id, cached.who.company?.id);
  const { client, begun } = await beginTransaction(database, readOnly ? "read" : "write", holder);
  const currentVersion = resumeSession(client, begun, sessionId);
  // A network that is refused may be allowed by now.
  if (optimistic && isAllowedFrom(cached.signIn, requestAddress()))
    return openScopeOn(
      client,
      cached,
      request,
      confirmSession(sessionCache, sessionId, cached, currentVersion),
    );
  try {
    const accessVersion = (await currentVersion) ?? (await failEndedSession(database, sessionId));
    const session =
      cached.accessVersion === accessVersion ? cached : await loadSession(client, sessionId, accessVersion);
    sessionCache.set(sessionId, session);
    mustBeAllowedHere(session.signIn);
    return openScopeOn(client, session, request, async () => {});
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
};

/**
 * Loads the user of a session that is not in the cache, in a short transaction of its own: a connection is taken from
 * the share of a user, so the user must be known before. Runs once for each session in each process.
 */
const loadUserOfSession = async (database: Database, sessionId: string): Promise<CachedSession> => {
  const { client, begun } = await beginTransaction(database, "read", holderOfSession(sessionId));
  try {
    const accessVersion =
      (await resumeSession(client, begun, sessionId)) ?? (await failEndedSession(database, sessionId));
    const session = await loadSession(client, sessionId, accessVersion);
    database.sessionCache.set(sessionId, session);
    return session;
  } finally {
    await endTransaction(client, "rollback");
  }
};

const failEndedSession = async ({ platform }: Database, sessionId: string): Promise<never> => {
  const { rows } = await sql<{
    reason: string | null;
  }>`select mcc.end_of_session(${sessionId}) as reason`.execute(platform);
  return failEnded(rows[0]?.reason);
};

const RESUME_SESSION = { name: "resume-session", text: "select tenant.resume_session($1) as access_version" };
const LOAD_SESSION = {
  name: "enter",
  text: "select who::text, to_json(site_ids)::text as site_ids from tenant.enter($1)",
};

/** The access version of the session; null when it has ended. */
const resumeSession = async (
  client: pg.PoolClient,
  begun: Promise<unknown>,
  sessionId: string,
): Promise<string | null> => {
  const [, { rows }] = await Promise.all([
    begun,
    execute(client, { ...RESUME_SESSION, values: [sessionId] }),
  ]);
  const [answer] = rows as { access_version: string | null }[];
  return answer?.access_version ?? null;
};

/** Loaded after its access version was read, so it is never older than that version. */
const loadSession = async (
  client: pg.PoolClient,
  sessionId: string,
  accessVersion: string,
): Promise<CachedSession> => {
  const { rows } = await execute(client, { ...LOAD_SESSION, values: [sessionId] });
  return parseSession(rows[0] as SessionRow | undefined, accessVersion) ?? fail("auth.required");
};

/** The scope of a transaction that has entered the company of a session. */
export const openScopeOn = (
  client: pg.PoolClient,
  { who, siteIds, delegations, signIn }: CachedSession,
  { sessionId, token, readOnly }: ScopeRequest,
  confirm: () => Promise<void>,
): OpenScope => {
  const { afterCommit, run } = makeAfterCommitQueue();
  let ended = false;
  const endOnce = async (how: "commit" | "rollback") => {
    if (ended) return;
    ended = true;
    if (readOnly && how === "commit") endTransactionLater(client);
    else await endTransaction(client, how);
  };
  return {
    company: {
      who,
      signIn,
      sessionId,
      token,
      companyId: who.company?.id ?? Number.NaN,
      siteIds,
      delegations,
      db: queriesFor(client),
      afterCommit,
    },
    confirm,
    commit: () => endOnce("commit"),
    runAfterCommit: run,
    rollback: () => endOnce("rollback"),
  };
};

/**
 * Opens a scope without a session: `enter` calls a database function that limits the transaction to a company and
 * answers like `tenant.enter`.
 */
export const openScopeWith = async (
  database: Database,
  { userId, companyId, readOnly }: { userId: number; companyId: number; readOnly: boolean },
  enter: pg.QueryConfig,
): Promise<OpenScope> => {
  const holder = holderOfUser(userId, companyId);
  const { client, begun } = await beginTransaction(database, readOnly ? "read" : "write", holder);
  try {
    const [, { rows }] = await Promise.all([begun, execute(client, enter)]);
    const session = parseSession(rows[0] as SessionRow | undefined, "") ?? fail("auth.required");
    mustBeAllowedHere(session.signIn);
    return openScopeOn(client, session, { sessionId: "", token: "", readOnly }, async () => {});
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
};

const holderOf = ({ who, companyId, companyKey }: CompanyScope): Holder =>
  companyKey === undefined ? holderOfUser(who.id, companyId) : holderOfCompanyKey(companyKey, companyId);

/** Whose slots a request takes. */
export const slotOwnerOf = ({ who, companyKey }: Pick<CompanyScope, "who" | "companyKey">): string =>
  companyKey === undefined ? `user ${who.id}` : `company key ${companyKey}`;

const ENTER_COMPANY = { name: "enter-company", text: "select set_config('mcc.company_id', $1, true)" };

/**
 * Continues on the replica, where there is one that has everything committed until now: so nobody misses what they have
 * just written. Who is asking was found on the primary, whose transaction is ended. Otherwise nothing changes.
 */
export const continueOnReplica = async ({ replica }: Database, open: OpenScope): Promise<OpenScope> => {
  if (!replica) return open;
  const { company } = open;
  await open.confirm();
  const { rows } = await sql.raw<{ position: string }>(POSITION).execute(company.db);
  const position = rows[0]?.position ?? "";
  const client = await replica.begin(position, holderOf(company));
  if (!client) return open;
  await open.rollback();
  const entered = execute(client, { ...ENTER_COMPANY, values: [String(company.companyId)] });
  entered.catch(() => {}); // then the statements after it fail too
  let ended = false;
  const endOnce = async () => {
    if (ended) return;
    ended = true;
    await endTransaction(client, "rollback");
  };
  return { ...open, company: { ...company, db: queriesFor(client) }, commit: endOnce, rollback: endOnce };
};

const whoIn = ({ who, siteIds, delegations }: CachedSession) => ({ who, siteIds, delegations });

/**
 * The scope that a request of another user of the company would get, in the same transaction: what they may do and see,
 * by the rules of their own requests. For reading only.
 */
export const scopeOfUser = async (scope: CompanyScope, userId: number): Promise<CompanyScope | undefined> => {
  const { rows } = await sql<SessionRow>`
    select who::text, to_json(site_ids)::text as site_ids from tenant.access_of_user(${userId})`.execute(
    scope.db,
  );
  const session = parseSession(rows[0], "");
  return session && { ...scope, ...whoIn(session) };
};

/**
 * The scope of a company for a platform admin, in their own transaction, which is limited to that company from now on:
 * the services of the company work for it as for a company admin. Nothing when there is no such company.
 */
export const enterCompany = async (
  scope: SessionScope & Pick<CompanyScope, "db">,
  companyId: number,
): Promise<CompanyScope | undefined> => {
  const { rows } = await sql<SessionRow>`
    select who::text, null as site_ids from tenant.enter_company(${scope.sessionId}, ${companyId}) as who`.execute(
    scope.db,
  );
  const session = parseSession(rows[0], "");
  return session && { ...scope, companyId, ...whoIn(session) };
};

/** A transaction without a company: for sign-in, jobs and the area of the platform admins. */
export const platformTransaction = <T>(
  database: Database,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> => database.platform.transaction().execute(work);
