import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Job } from "../../../platform/jobs/job-queue.ts";

/** Each transaction is short, so that decisions about these orders do not wait. */
const STEPS_AT_ONCE = 200;
const COUNTS_AT_ONCE = 20_000;

const timeEarlierSteps = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{
    more: boolean;
  }>`select mcc.time_earlier_steps(${STEPS_AT_ONCE}) as more`.execute(db);
  return rows[0]?.more === true;
};

const addUpMonthTimes = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select mcc.add_up_month_times(${COUNTS_AT_ONCE})::int as count`.execute(db);
  return rows[0]?.count === COUNTS_AT_ONCE;
};

/** Times what was decided before there were times, and adds up the counts that decisions have added. */
export const approvalTimesJobs = ({ platform }: Database): Job[] => [
  {
    name: "time-decisions",
    schedule: "* * * * *",
    work: async (_, stopping) => {
      while (await timeEarlierSteps(platform)) stopping.throwIfAborted();
      while (await addUpMonthTimes(platform)) stopping.throwIfAborted();
    },
  },
];
