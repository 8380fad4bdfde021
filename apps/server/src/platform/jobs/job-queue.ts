import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { PgBoss, type QueueResult } from "pg-boss";
import { ANSWER_WITHIN, CONNECT_WITHIN, STATEMENT_WITHIN } from "../db/time-limits.ts";
import type { Log } from "../log.ts";
import { currentTracer, inSpan } from "../tracing.ts";
import { queueStatements } from "./queue-statements.ts";

/** A kind of background job: its name, its schedule, and its function. */
export interface Job {
  readonly name: string;
  /** Five fields, UTC; a job with a schedule also runs automatically. */
  readonly schedule?: string;
  /** How many runs this process may execute at once, each with another `singletonKey`; one by default. */
  readonly concurrency?: number;
  /**
   * Long work checks `stopping` between its parts and throws: the process stops, and the queue gets the job back, or the
   * job was given to another, because this process did not report in time.
   */
  readonly work: (data: Readonly<Record<string, unknown>>, stopping: AbortSignal) => Promise<void>;
}

interface JobRequest {
  readonly data: object;
  readonly singletonKey: string;
}

/** A job for each of these companies. */
export const forCompanies = (companyIds: readonly number[]): JobRequest[] =>
  companyIds.map((companyId) => ({ data: { companyId }, singletonKey: String(companyId) }));

/** A sweep: at each time of its schedule it requests a job for each company that has something to do. */
export const sweep = (
  jobs: JobQueue,
  {
    name,
    schedule,
    requests,
  }: { readonly name: string; readonly schedule: string; readonly requests: string },
  companies: () => Promise<readonly number[]>,
): Job => ({
  name,
  schedule,
  work: async () => jobs.requestJobs(requests, forCompanies(await companies())),
});

/** Gives work a signal that is aborted with any of these. `AbortSignal.any` would keep a little of every job for ever. */
const untilAborted = async (
  signals: readonly AbortSignal[],
  work: (either: AbortSignal) => Promise<void>,
): Promise<void> => {
  const either = new AbortController();
  const abort = () => either.abort();
  for (const signal of signals) signal.addEventListener("abort", abort);
  try {
    await work(either.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  }
};

/** Jobs are stored in PostgreSQL: they survive a crash, and any worker process may execute them. */
export interface JobQueue {
  /** Requests one run; the same `singletonKey` is queued only once. */
  requestJob(name: string, data: object, singletonKey: string): Promise<void>;
  /** The same for many at once, as the sweeps of all companies need it. */
  requestJobs(name: string, requests: readonly JobRequest[]): Promise<void>;
  /** The same with a short delay, for work that a sweep would find anyway: many requests close together become one. */
  requestJobSoon(name: string, data: object, singletonKey: string): void;
  mustBeReachable(): Promise<void>;
  stop(): Promise<void>;
}

const RETRIES = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 } as const;
/** Done jobs are deleted after a day; failed ones stay longer, see `keepFailedJobs`. */
const DONE_SECONDS = 24 * 60 * 60;
/** A job whose process has not reported for so long is given to another; a process reports twice as often. */
const GONE_SECONDS = 2 * 60;
/** More than any job takes: beyond it, a second run would begin beside the first. */
const MOST_SECONDS = 24 * 60 * 60;
const LIMITS = {
  deleteAfterSeconds: DONE_SECONDS,
  heartbeatSeconds: GONE_SECONDS,
  expireInSeconds: MOST_SECONDS,
} as const;
const hasLimits = (queue: QueueResult): boolean =>
  Object.entries(LIMITS).every(([name, value]) => queue[name as keyof typeof LIMITS] === value);
/** Within what a whole stop may take. */
const STOP_TIMEOUT = 4_000;
const GATHER_MS = 100;
const REQUESTS_AT_ONCE = 1_000;
/** How often one statement looks for due jobs of all kinds; each queue looks by itself only now and then. */
const LOOK_MS = 500;
const LOOK_ALONE_SECONDS = 60;

const DUE_QUEUES = `
  select name from unnest($1::text[]) queue(name) where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`;

/** The jobs are given the queue: one that is due runs before it is returned, and may request others. */
export const startJobQueue = async (
  url: string,
  jobsOf: (queue: JobQueue) => readonly Job[],
  { works, log }: { works: boolean; log: Log },
): Promise<JobQueue> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    application_name: "mcc_jobs",
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    statement_timeout: STATEMENT_WITHIN.mcc_platform,
    query_timeout: ANSWER_WITHIN.mcc_platform,
    onConnect: async (client) => {
      await client.query("set role mcc_platform; set timezone = 'UTC'");
    },
  } as pg.PoolConfig);
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  pool.on("error", (error) => isStopping() || log.warn({ err: error }, "job connection lost"));
  const { executeSql, onError } = queueStatements(pool, log);
  const boss = new PgBoss({
    db: { executeSql },
    schema: "pgboss",
    createSchema: false,
    schedule: works,
    supervise: works,
  });
  let stopped = false;
  // A job that did not end in time was returned to the queue: its further work has no effect.
  boss.on("error", (error) => stopped || onError(error));
  await boss.start();
  const workers = new Map<string, readonly string[]>();
  const wakeWorkers = (name: string): void => {
    if (!isStopping()) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };
  const requestJobs = async (name: string, requests: readonly JobRequest[]): Promise<void> => {
    const traceparent = currentTracer()?.current();
    for (let from = 0; from < requests.length; from += REQUESTS_AT_ONCE) {
      const jobs = requests.slice(from, from + REQUESTS_AT_ONCE).map(({ data, singletonKey }) => ({
        data: traceparent ? { ...data, traceparent } : data,
        singletonKey,
        group: { id: singletonKey },
      }));
      await boss.insert(name, jobs);
      // Workers of this process start at once; those of other processes look for work by themselves.
      wakeWorkers(name);
    }
  };
  const requestJob = (name: string, data: object, singletonKey: string): Promise<void> =>
    requestJobs(name, [{ data, singletonKey }]);
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || isStopping()) return;
    looking = true;
    try {
      const { rows } = await executeSql(DUE_QUEUES, [[...workers.keys()]]);
      for (const { name } of rows) wakeWorkers(name);
    } catch (error) {
      if (!isStopping()) onError(error);
    } finally {
      looking = false;
    }
  };
  let looks: NodeJS.Timeout | undefined;
  const scheduled = new Map<string, NodeJS.Timeout>();
  const queue: JobQueue = {
    requestJob,
    requestJobs,
    requestJobSoon: (name, data, singletonKey) => {
      const key = `${name}/${singletonKey}`;
      if (isStopping() || scheduled.has(key)) return;
      const timer = setTimeout(() => {
        scheduled.delete(key);
        requestJob(name, data, singletonKey).catch((error) =>
          log.warn({ err: error, name }, "job request failed"),
        );
      }, GATHER_MS);
      scheduled.set(key, timer.unref());
    },
    mustBeReachable: async () => {
      await pool.query("select version from pgboss.version");
    },
    stop: async () => {
      stopping.abort();
      clearInterval(looks);
      for (const timer of scheduled.values()) clearTimeout(timer);
      // The queue itself would look only every half second whether its workers have ended.
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([ended, delay(STOP_TIMEOUT, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
      stopped = true;
      await pool.end();
    },
  };
  // All are read at once: every start but the first finds its queues and schedules as they should be.
  const kept = new Map((await boss.getQueues()).map((one) => [one.name, hasLimits(one)]));
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const job of jobsOf(queue)) {
    if (!kept.has(job.name)) await boss.createQueue(job.name, { policy: "short", ...RETRIES, ...LIMITS });
    else if (!kept.get(job.name)) await boss.updateQueue(job.name, LIMITS);
    if (!works) continue;
    const startWorker = async (): Promise<string> => {
      const options = { pollingIntervalSeconds: LOOK_ALONE_SECONDS, localGroupConcurrency: 1 };
      const worker: string = await boss.work<Record<string, unknown>>(job.name, options, async ([one]) => {
        // After a job, the next is fetched at once; the interval applies when there is none.
        boss.notifyWorker(worker);
        if (!one) return;
        const { traceparent, ...data } = one.data ?? {};
        await inSpan(
          () => ({ name: `job ${job.name}`, kind: "job", attributes: { "mcc.job_id": one.id } }),
          () => untilAborted([stopping.signal, one.signal], (either) => job.work(data, either)),
          typeof traceparent === "string" ? traceparent : undefined,
        );
      });
      return worker;
    };
    workers.set(job.name, await Promise.all(Array.from({ length: job.concurrency ?? 1 }, startWorker)));
    if (job.schedule && schedules.get(job.name) !== job.schedule) await boss.schedule(job.name, job.schedule);
  }
  if (works) looks = setInterval(look, LOOK_MS);
  return queue;
};
