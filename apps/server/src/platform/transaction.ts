import type pg from "pg";
import { type Answer, ask } from "./batch.ts";
import type { Database } from "./database.ts";
import type { Holder } from "./pool-shares.ts";

const BEGIN = {
  write: { name: "begin", text: "begin" },
  read: { name: "begin-reading", text: "begin read only" },
} as const;
/** One reader behind another. */
const ONE_BEHIND_ANOTHER = { name: "next-reading", text: "commit and chain" } as const;
const END = {
  commit: { name: "commit", text: "commit" },
  rollback: { name: "rollback", text: "rollback" },
} as const;

/** How long a reader's transaction waits at most for the next one to end it. */
const SOON = 50;
const unended = new WeakMap<pg.PoolClient, NodeJS.Timeout>();

interface Begun {
  readonly client: pg.PoolClient;
  /** Answered together with what is asked of the connection in the same turn. */
  readonly begun: Promise<Answer>;
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
export const begin = async (database: Requests, to: keyof typeof BEGIN, holder: Holder): Promise<Begun> => {
  const client = await connect(database, holder);
  const isUnended = forget(client);
  if (isUnended && to === "read") return { client, begun: ask(client, ONE_BEHIND_ANOTHER) };
  if (isUnended) endNow(client);
  return { client, begun: ask(client, BEGIN[to]) };
};

/** Ends the transaction and gives the connection back; one that cannot end its transaction is thrown away. */
export const end = async (client: pg.PoolClient, how: keyof typeof END): Promise<void> => {
  try {
    const { tag } = await ask(client, END[how]);
    if (how === "commit" && tag === "ROLLBACK") {
      throw new Error("A failed statement was passed over, and the transaction could not be committed.");
    }
    giveBack(client);
  } catch (error) {
    giveBack(client, error as Error);
    if (how === "commit") throw error;
  }
};

/**
 * Gives the connection back with its transaction, in which there is nothing to be lost: its end travels with the next
 * beginning, which saves a reader a round trip that nobody waits for and everybody behind it pays.
 */
export const endLater = (client: pg.PoolClient): void => {
  const timer = setTimeout(() => forget(client) && endNow(client), SOON);
  unended.set(client, timer.unref());
  giveBack(client);
};

/** Whether there was a transaction to end. */
const forget = (client: pg.PoolClient): boolean => {
  clearTimeout(unended.get(client));
  return unended.delete(client);
};

const endNow = (client: pg.PoolClient): void => {
  ask(client, END.commit).catch(() => {}); // a connection that is lost has ended it as well
};
