import type pg from "pg";
import type { Database } from "./database.ts";
import { execute, firstErrorOf, forgetErrors } from "./pipeline.ts";
import type { Holder } from "./pool-shares.ts";

const BEGIN = {
  write: { name: "begin", text: "begin" },
  read: { name: "begin-reading", text: "begin read only" },
} as const;
/** One reader behind another. */
const COMMIT_AND_CHAIN = { name: "next-reading", text: "commit and chain" } as const;
const END = {
  commit: { name: "commit", text: "commit" },
  rollback: { name: "rollback", text: "rollback" },
} as const;

/** How long a reader's transaction waits at most for the next one to end it. */
const END_WITHIN_MS = 50;
const deferredEnds = new WeakMap<pg.PoolClient, NodeJS.Timeout>();

interface OpenTransaction {
  readonly client: pg.PoolClient;
  /** Answered together with what is asked of the connection in the same turn. */
  readonly begun: Promise<unknown>;
}

/** What the pool is told when a connection comes back. */
const releases = new WeakMap<pg.PoolClient, () => void>();

/** A connection within the share of whoever it is for. */
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

type Requests = Pick<Database, "requests" | "shares">;

/** The only way to a connection for requests: at the beginning of a transaction of its own. */
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
  return { client, begun: execute(client, BEGIN[mode]) };
};

/** Ends the transaction and gives the connection back; one that cannot end its transaction is thrown away. */
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
 * Gives the connection back with its transaction, in which there is nothing to be lost: its end travels with the next
 * beginning, which saves a reader a round trip that nobody waits for and everybody behind it pays.
 */
export const endTransactionLater = (client: pg.PoolClient): void => {
  const timer = setTimeout(() => takeDeferredEnd(client) && endNow(client), END_WITHIN_MS);
  deferredEnds.set(client, timer.unref());
  giveBack(client);
};

/** Whether there was a transaction to end. */
const takeDeferredEnd = (client: pg.PoolClient): boolean => {
  clearTimeout(deferredEnds.get(client));
  return deferredEnds.delete(client);
};

const endNow = (client: pg.PoolClient): void => {
  execute(client, END.commit).catch(() => {}); // a connection that is lost has ended it as well
};
