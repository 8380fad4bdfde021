import { PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import { setLocally } from "./role-settings.ts";

const BEGINS = /^\s*(?:begin|start transaction)\b/i;
const ENDS = /^\s*(?:commit|rollback)\s*$/i;
const SETTINGS = setLocally("mcc_platform");

/**
 * The queries of jobs and platform work behind a transaction pooler. Their role is set in each transaction, and a
 * statement without a transaction gets one, in the same round trip.
 */
export const pooledDialect = (pool: pg.Pool): PostgresDialect =>
  new PostgresDialect({
    pool: {
      connect: async () => inTransactions(await pool.connect()),
      end: () => pool.end(),
      options: pool.options,
    },
  });

const inTransactions = (client: pg.PoolClient): PostgresPoolClient => {
  let isOpen = false;
  const query = async (text: string, values?: unknown): Promise<unknown> => {
    const send = (): Promise<unknown> => client.query(text, values as unknown[]);
    if (BEGINS.test(text)) {
      isOpen = true;
      const [begun] = await Promise.all([send(), client.query(SETTINGS)]);
      return begun;
    }
    if (ENDS.test(text)) {
      isOpen = false;
      return send();
    }
    if (isOpen) return send();
    const sent = [client.query("begin"), client.query(SETTINGS), send()] as const;
    const [, , answered] = await Promise.allSettled(sent);
    const ended = await client.query("commit");
    if (answered.status === "rejected") throw answered.reason;
    if (ended.command !== "COMMIT") throw new Error("The statement was rolled back.");
    return answered.value;
  };
  return {
    query: query as PostgresPoolClient["query"],
    release: () => client.release(),
  };
};
