import type { Latency } from "../measure.ts";
import { residentMb, startOurs } from "../processes.ts";
import { databaseOf, filledDatabase } from "./fill.ts";
import { measureJobs, type QueueResult } from "./jobs.ts";
import { readSize, type Size, THREE } from "./options.ts";
import { measureRequests } from "./requests.ts";

/**
 * What grows with the number of companies: the same requests of companies of the same size beside two others and beside
 * thousands, and all periodic jobs of all of them.
 */
const MOST_TIMES = 1.5;

interface Measured {
  readonly start: number;
  readonly times: ReadonlyMap<string, Latency>;
  readonly memory: number;
  readonly jobs: Awaited<ReturnType<typeof measureJobs>>;
  readonly jobsMemory: number;
}

const measure = async (size: Size, minutes: number): Promise<Measured> => {
  const name = databaseOf(size);
  const database = await filledDatabase(size);
  try {
    await startOurs(database.url, name).then((once) => once.stop()); // creates the queues, builds the pages
    const began = performance.now();
    const web = await startOurs(database.url, name);
    const start = performance.now() - began;
    const requests = await measureRequests(web, database.url, size).finally(() => web.stop());
    console.log(
      `${size.companies} companies: started in ${(start / 1000).toFixed(1)} s, requests are measured`,
    );
    const worker = await startOurs(database.url, name, "all");
    try {
      const jobs = await measureJobs(worker, database.url, minutes);
      return { start, ...requests, jobs, jobsMemory: residentMb(worker.pid) };
    } finally {
      await worker.stop();
    }
  } finally {
    await database.stop();
  }
};

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const printQueues = (queues: readonly QueueResult[]): void =>
  console.log(
    table([
      ["job", "due", "runs", "failed", "longest", "first to last"],
      ["---", "---", "--:", "--:", "--:", "--:"],
      ...queues.map(({ queue, cron, runs, failed, longest, all }) => [
        queue,
        cron ?? "when requested",
        String(runs),
        String(failed),
        `${longest.toFixed(1)} s`,
        `${all.toFixed(1)} s`,
      ]),
    ]),
  );

const size = readSize();
const few = await measure(THREE, size.minutes);
const many = await measure(size, size.minutes);
const ms = (value: number | undefined): string => (value ?? Number.NaN).toFixed(1);
console.log(
  `\nStart: ${(few.start / 1000).toFixed(1)} s beside three companies, ${(many.start / 1000).toFixed(1)} s beside ${size.companies}. Memory after the requests: ${few.memory.toFixed(0)} and ${many.memory.toFixed(0)} MB; at most ${few.jobs.peak.toFixed(0)} and ${many.jobs.peak.toFixed(0)} MB during the jobs. All jobs were done after ${few.jobs.seconds} and ${many.jobs.seconds} s.\n`,
);
console.log(
  table([
    ["request", "p50 of 3", `p50 of ${size.companies}`, "p95 of 3", `p95 of ${size.companies}`, "p50 ×"],
    ["---", "--:", "--:", "--:", "--:", "--:"],
    ...[...many.times].map(([name, { p50, p95 }]) => {
      const beside = few.times.get(name);
      const times = p50 / (beside?.p50 ?? Number.NaN);
      const mark = times > MOST_TIMES ? " ✗" : "";
      return [name, ms(beside?.p50), ms(p50), ms(beside?.p95), ms(p95), `${times.toFixed(2)}${mark}`];
    }),
  ]),
);
console.log("");
printQueues(many.jobs.queues);
