import type { Kysely } from "kysely";
import type pg from "pg";
import { queriesFor } from "./connection.ts";
import { execute, firstErrorOf, forgetErrors, isPooled } from "./pipeline.ts";
import type { Holder, PoolShares } from "./pool-shares.ts";
import { type Role, setLocally } from "./role-settings.ts";
import type { Tables } from "./tables.ts";

const BEGIN = {
  write: { name: "begin", text: "begin" },
  read: { name: "begin-reading", text: "begin read only" },
} as const;
/** Ends the transaction of one reader and begins the next one. */
const COMMIT_AND_CHAIN = { name: "next-reading", text: "commit and chain" } as const;
const END = {
  commit: { name: "commit", text: "commit" },
  rollback: { name: "rollback", text: "rollback" },
} as const;

/** How long the transaction of a reader stays open at most when no other reader follows. */
const END_WITHIN_MS = 50;
const deferredEnds = new WeakMap<pg.PoolClient, NodeJS.Timeout>();

interface OpenTransaction {
  readonly client: pg.PoolClient;
  /** Resolved together with the statements sent in the same turn. */
  readonly begun: Promise<unknown>;
}

/** Returns the share of a connection when the connection is released. */
const releases = new WeakMap<pg.PoolClient, () => void>();

/** Takes a connection within the share of its holder. */
const connect = async ({ requests, shares }: Requests, holder: Holder): Promise<pg.PoolClient> => {
  await shares.take(holder);
  try {
    const client = await requests.connect();
    releases.set(client, () => shares.release(holder));
    return client;
  } catch (error) {
    shares.release(holder);
    throw error;
  }
};

const giveBack = (client: pg.PoolClient, error?: Error): void => {
  client.release(error);
  releases.get(client)?.();
  releases.delete(client);
};

/** Connections, and how many of them a caller may hold. */
export interface Requests {
  readonly requests: pg.Pool;
  readonly shares: PoolShares;
}

/** The only way for a request to get a connection: with a transaction of its own. */
export const beginTransaction = async (
  database: Requests,
  mode: keyof typeof BEGIN,
  holder: Holder,
): Promise<OpenTransaction> => {
  const client = await connect(database, holder);
  forgetErrors(client);
  const hasDeferredEnd = takeDeferredEnd(client);
  if (hasDeferredEnd && mode === "read") return { client, begun: execute(client, COMMIT_AND_CHAIN) };
  if (hasDeferredEnd) endNow(client);
  return { client, begun: begin(client, mode, "mcc_request") };
};

const begin = (client: pg.PoolClient, mode: keyof typeof BEGIN, role: Role): Promise<unknown> => {
  const begun = execute(client, BEGIN[mode]);
  return isPooled(client) ? Promise.all([begun, execute(client, setLocally(role))]) : begun;
};

/**
 * A transaction whose statements are sent without waiting for those before them. `commit` sends the end behind all that
 * were sent so far, in the same round trip; without it, the end is sent when the work is done.
 */
export const pipelinedTransaction = async <T>(
  pool: pg.Pool,
  work: (db: Kysely<Tables>, commit: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  forgetErrors(client);
  begin(client, "write", "mcc_platform").catch(() => {}); // then the statements after it fail too
  const db = queriesFor(client, "plan once");
  let ending: Promise<void> | undefined;
  const commit = (): Promise<void> => {
    // Kysely passes a statement to its connection some promises later; this is queued after all of them.
    const isQueued = db.connection().execute(async () => {});
    ending ??= isQueued.then(() => endTransaction(client, "commit"));
    return ending;
  };
  try {
    const result = await work(db, commit);
    await commit();
    return result;
  } catch (error) {
    await (ending ?? endTransaction(client, "rollback")).catch(() => {});
    throw error;
  }
};

/** Ends the transaction and releases the connection; a connection that cannot end its transaction is closed. */
export const endTransaction = async (client: pg.PoolClient, outcome: keyof typeof END): Promise<void> => {
  try {
    const { command } = await execute(client, END[outcome]);
    if (outcome === "commit" && command === "ROLLBACK") throw firstErrorOf(client);
    giveBack(client);
  } catch (error) {
    giveBack(client, error as Error);
    if (outcome === "commit") throw error;
  }
};

/**
 * Releases the connection with its read-only transaction still open. The end is sent together with the beginning of the
 * next transaction, which saves one round trip per reader. A pooler may give the connection to somebody else as soon as
 * the transaction has ended, so there the end is sent alone.
 */
export const endTransactionLater = (client: pg.PoolClient): void => {
  if (isPooled(client)) {
    void endTransaction(client, "rollback");
    return;
  }
  const timer = setTimeout(() => takeDeferredEnd(client) && endNow(client), END_WITHIN_MS);
  deferredEnds.set(client, timer.unref());
  giveBack(client);
};

/** Whether there was an open transaction. */
const takeDeferredEnd = (client: pg.PoolClient): boolean => {
  clearTimeout(deferredEnds.get(client));
  return deferredEnds.delete(client);
};

const endNow = (client: pg.PoolClient): void => {
  execute(client, END.commit).catch(() => {}); // a lost connection has ended its transaction too
};
