import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { execute } from "./pipeline.ts";
import type { Holder } from "./pool-shares.ts";
import { beginTransaction, endTransaction, type Requests } from "./transaction.ts";

/** A streaming replica of the database, for what only reads. */
export interface Replica {
  /**
   * A read-only transaction on the replica, in which everything is visible that the primary had committed at this position
   * of its log; undefined when the replica is too far behind or does not answer.
   */
  begin(position: string, holder: Holder): Promise<pg.PoolClient | undefined>;
  /** It failed while it was used: it is left out for a while. */
  leaveOut(): void;
}

/** The position of the primary's log. */
export const POSITION = "select pg_current_wal_insert_lsn()::text as position";

/** How far behind it may be: it is given this long to reach the position. */
const CATCH_UP_MS = 3_000;
const ASK_EVERY_MS = 25;
/** A replica that was dead or too far behind is tried again after this time; meanwhile nobody waits for it. */
const LEFT_OUT_MS = 10_000;

/** A server that is no replica (any more) may be the primary, or an old one: only a replica is read from. */
const HAS_REACHED = {
  name: "replica-has-reached",
  text: "select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached",
};

export const makeReplica = (connections: Requests): Replica => {
  let leftOutUntil = 0;
  const leaveOut = () => {
    leftOutUntil = performance.now() + LEFT_OUT_MS;
  };

  const hasReached = async (client: pg.PoolClient, position: string): Promise<boolean> => {
    const { rows } = await execute(client, { ...HAS_REACHED, values: [position] });
    return (rows[0] as { reached: boolean }).reached;
  };

  const beginOnce = async (position: string, holder: Holder): Promise<pg.PoolClient | undefined> => {
    const { client, begun } = await beginTransaction(connections, "read", holder);
    try {
      await begun;
      // Each statement sees what has been replayed when it begins.
      const until = performance.now() + CATCH_UP_MS;
      while (!(await hasReached(client, position))) {
        if (performance.now() > until) {
          await endTransaction(client, "rollback");
          return undefined;
        }
        await wait(ASK_EVERY_MS);
      }
      return client;
    } catch (error) {
      await endTransaction(client, "rollback");
      throw error;
    }
  };

  return {
    leaveOut,
    begin: async (position, holder) => {
      if (performance.now() < leftOutUntil) return undefined;
      try {
        const client = await beginOnce(position, holder);
        if (!client) leaveOut();
        return client;
      } catch {
        leaveOut();
        return undefined;
      }
    },
  };
};
