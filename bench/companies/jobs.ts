import { setTimeout as wait } from "node:timers/promises";
import { startJobQueue } from "@mcc/server/src/platform/jobs/job-queue.ts";
import type { Log } from "@mcc/server/src/platform/log.ts";
import { withClient } from "../database.ts";
import { type Contender, withPeak } from "../processes.ts";

export interface QueueResult {
  readonly queue: string;
  /** When it is due; null for the jobs of one company that another job requests. */
  readonly cron: string | null;
  readonly runs: number;
  readonly failed: number;
  /** Seconds of the longest run, and from the first start to the last end. */
  readonly longest: number;
  readonly all: number;
}

export const QUIET_LOG = { info() {}, warn: console.warn, error: console.error } as unknown as Log;
/** Not those that are due by themselves every minute, but what they request. */
const OPEN = `select count(*)::int as open from pgboss.job where state < 'completed' and name not like '\\_\\_%'
  and (singleton_key = 'bench' or name not in (select name from pgboss.schedule))`;
/** Half of the steps of the fill, however often they were reminded of. */
const DUE_STEPS = `
  delete from mcc.recent_messages where topic = 'reminders';
  delete from mcc.messages where topic = 'reminders';
  update mcc.order_steps set current_since = now() - interval '10 days', reminders = 0, escalated_at = null
  where is_current and order_id % 100 = 0`;
/** Without work for so many looks, a second apart, the work is done: the sweeps of a minute have found nothing more. */
const QUIET_LOOKS = 65;

/** Requests every periodic job once, or one of them alone, and waits until they and all that they requested are done. */
export const measureJobs = async (
  ours: Contender,
  url: string,
  { minutes, job }: { readonly minutes: number; readonly job: string | undefined },
): Promise<{ queues: QueueResult[]; peak: number; seconds: number }> =>
  withClient(url, async (client) => {
    const began = new Date();
    const queue = await startJobQueue(url, () => [], { works: false, log: QUIET_LOG });
    const { rows: periodic } = await client.query<{ name: string }>(
      "select name from pgboss.schedule where name = coalesce($1, name) order by name",
      [job],
    );
    if (job) await client.query("delete from pgboss.schedule where name <> $1", [job]);
    await client.query(DUE_STEPS);
    const { peak, result } = await withPeak(ours.pid, async () => {
      for (const { name } of periodic) await queue.requestJob(name, {}, "bench");
      let quiet = 0;
      let seconds = 0;
      for (; quiet < QUIET_LOOKS && seconds < minutes * 60; seconds++) {
        await wait(1_000);
        const { rows } = await client.query<{ open: number }>(OPEN);
        quiet = rows[0]?.open ? 0 : quiet + 1;
        if (seconds % 60 === 59) console.log(`  ${rows[0]?.open} jobs are open after ${seconds + 1} s`);
      }
      return seconds - quiet;
    });
    await queue.stop();
    const { rows } = await client.query<QueueResult>(
      `select name as queue, (select cron from pgboss.schedule where schedule.name = job.name) as cron,
         count(*)::int as runs, count(*) filter (where state in ('failed', 'retry'))::int as failed,
         coalesce(extract(epoch from max(completed_on - started_on)), 0)::float8 as longest,
         coalesce(extract(epoch from max(completed_on) - min(started_on)), 0)::float8 as "all"
       from pgboss.job where created_on >= $1 and name not like '\\_\\_%' group by name order by longest desc`,
      [began],
    );
    return { queues: rows, peak, seconds: result };
  });
