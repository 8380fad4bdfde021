import type { Session } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import type pg from "pg";
import { type AfterCommit, makePutOff, type PutOff } from "./after-commit.ts";
import { ask } from "./batch.ts";
import { queriesOn } from "./connection.ts";
import type { Database } from "./database.ts";
import { type Entry, type EntryRow, readEntry } from "./entries.ts";
import { confirming } from "./going-ahead.ts";
import { holderOfSession, holderOfUser } from "./pool-shares.ts";
import type { Tables } from "./tables.ts";
import { isSessionId } from "./tokens.ts";
import { begin, end, endLater } from "./transaction.ts";

/** Somebody who is signed in, whatever they may do. */
export interface SessionScope {
  readonly who: Session;
  readonly sessionId: string;
  /** The token the caller showed; answered again with the signed-in user. */
  readonly token: string;
  readonly afterCommit: AfterCommit;
}

/**
 * The only door to a company's data. A feature cannot query without a scope, a scope cannot exist without a company,
 * and the whole request is one transaction: it is committed when the handler returns, undone when it throws.
 */
export interface CompanyScope extends SessionScope {
  readonly companyId: number;
  /** Which sites this person may see. */
  readonly siteIds: "all" | readonly number[];
  readonly db: Kysely<Tables>;
}

/** The provider's own work, over all companies. */
export interface PlatformScope extends SessionScope {
  readonly db: Kysely<Tables>;
}

export interface OpenScope {
  readonly company: CompanyScope;
  /** Fails when the session is no longer what it was taken for: nothing that was read for it may be answered. */
  confirm(): Promise<void>;
  /** Ends the transaction. */
  commit(): Promise<void>;
  settle: PutOff["settle"];
  rollback(): Promise<void>;
}

interface Asking {
  readonly sessionId: string;
  readonly token: string;
  readonly readOnly: boolean;
  /** Begin at once with what the session was let in as last time, and confirm it before answering. */
  readonly ahead?: boolean;
}

/**
 * Begins the transaction, finds the session and narrows the connection to its company, in one round trip when the
 * session has entered before.
 */
export const openScope = async (database: Database, asking: Asking): Promise<OpenScope> => {
  const { entries } = database;
  const { sessionId, readOnly, ahead } = asking;
  if (!isSessionId(sessionId)) fail("auth.required");
  const known = entries.get(sessionId) ?? (await introduce(database, sessionId));
  const holder = holderOfUser(known.who.id, known.who.company?.id);
  const { client, begun } = await begin(database, readOnly ? "read" : "write", holder);
  const stamped = reenter(client, begun, sessionId);
  if (ahead) return scopeOn(client, known, asking, confirming(entries, sessionId, known, stamped));
  try {
    const stamp = (await stamped) ?? fail("auth.required");
    const entry = known.stamp === stamp ? known : await enter(client, sessionId, stamp);
    entries.set(sessionId, entry);
    return scopeOn(client, entry, asking, async () => {});
  } catch (error) {
    await end(client, "rollback");
    throw error;
  }
};

/**
 * Asks whose session it is, in a short transaction of its own: connections are shared by users and companies, and a
 * user with many sessions is still one user. Once a session and process.
 */
const introduce = async (database: Database, sessionId: string): Promise<Entry> => {
  const { client, begun } = await begin(database, "read", holderOfSession(sessionId));
  try {
    const stamp = (await reenter(client, begun, sessionId)) ?? fail("auth.required");
    const entry = await enter(client, sessionId, stamp);
    database.entries.set(sessionId, entry);
    return entry;
  } finally {
    await end(client, "rollback");
  }
};

const REENTER = { name: "reenter", text: "select tenant.reenter($1) as stamp" };
const ENTER = {
  name: "enter",
  text: "select who::text, to_json(site_ids)::text as site_ids from tenant.enter($1)",
};

/** The stamp of the session; nothing when it has ended. */
const reenter = async (
  client: pg.PoolClient,
  begun: Promise<unknown>,
  sessionId: string,
): Promise<string | null> => {
  const [, { rows }] = await Promise.all([begun, ask(client, { ...REENTER, values: [sessionId] })]);
  const [answer] = rows as { stamp: string | null }[];
  return answer?.stamp ?? null;
};

/** Read after its stamp, and therefore never older than it. */
const enter = async (client: pg.PoolClient, sessionId: string, stamp: string): Promise<Entry> => {
  const { rows } = await ask(client, { ...ENTER, values: [sessionId] });
  return readEntry(rows[0] as EntryRow | undefined, stamp) ?? fail("auth.required");
};

const scopeOn = (
  client: pg.PoolClient,
  { who, siteIds }: Entry,
  { sessionId, token, readOnly }: Asking,
  confirm: () => Promise<void>,
): OpenScope => {
  const { afterCommit, settle } = makePutOff();
  let ended = false;
  const endOnce = async (how: "commit" | "rollback") => {
    if (ended) return;
    ended = true;
    if (readOnly && how === "commit") endLater(client);
    else await end(client, how);
  };
  return {
    company: {
      who,
      sessionId,
      token,
      companyId: who.company?.id ?? Number.NaN,
      siteIds,
      db: queriesOn(client),
      afterCommit,
    },
    confirm,
    commit: () => endOnce("commit"),
    settle,
    rollback: () => endOnce("rollback"),
  };
};

/** The platform's own transaction, for sign-in, jobs and the provider's area. */
export const platformTransaction = <T>(
  database: Database,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> => database.platform.transaction().execute(work);
