import type pg from "pg";
import type { Database } from "../../db/database.ts";
import { holderOfAddress } from "../../db/pool-shares.ts";
import { beginTransaction, endTransaction } from "../../db/transaction.ts";
import type { KnownKey } from "../session-cache.ts";

/**
 * Checks a key or a token in a short transaction of its own, and keeps what was found under a name. Its connection counts
 * for the network address of the caller: an invented key must not use up the share of a real key or company. Runs once
 * for each key and process.
 */
export const checkOnce = async (
  database: Database,
  { name, network }: { readonly name: string; readonly network: string },
  find: (client: pg.PoolClient, begun: Promise<unknown>) => Promise<KnownKey>,
): Promise<KnownKey> => {
  const { client, begun } = await beginTransaction(database, "read", holderOfAddress(network));
  try {
    const known = await find(client, begun);
    database.keys.set(name, known);
    return known;
  } finally {
    await endTransaction(client, "rollback");
  }
};
