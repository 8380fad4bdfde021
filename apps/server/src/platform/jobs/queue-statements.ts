import type pg from "pg";
import { isUnavailable } from "../db/database.ts";
import { violatedIndex } from "../db/unique.ts";
import type { Log } from "../log.ts";

/** How the index of pg-boss ends that lets one job of each key wait. */
const ONE_WAITS = /_i1$/;

/**
 * Two runs of one process may take jobs of the same key at the same moment. pg-boss puts the second back to wait, which
 * fails when another job of the key waits by now. That one does its work, so it is dropped: otherwise it would count as
 * running until it expires.
 */
const isTakenTwice = (error: unknown, values: readonly unknown[]): boolean =>
  ONE_WAITS.test(violatedIndex(error) ?? "") && Array.isArray(values[1]);

const DROP_TAKEN = "delete from pgboss.job where name = $1 and id = any($2::uuid[]) and state = 'active'";

/** The statements of pg-boss, and what is logged of its errors. */
export const queueStatements = (pool: pg.Pool, log: Log) => {
  let isAway = false;
  return {
    executeSql: async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
      try {
        const result = await pool.query(text, values);
        if (isAway) log.info("the job queue reaches the database again");
        isAway = false;
        return result;
      } catch (error) {
        if (!isTakenTwice(error, values)) throw error;
        return pool.query(DROP_TAKEN, values);
      }
    },
    /** Every queue asks the database every second: while it is away, that is told once. */
    onError: (error: unknown): void => {
      if (!isUnavailable(error)) log.error({ err: error }, "job queue");
      else if (!isAway) log.warn({ err: error }, "the job queue does not reach the database");
      isAway ||= isUnavailable(error);
    },
  };
};
