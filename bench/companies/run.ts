import type { BenchDatabase } from "../database.ts";
import { type Contender, residentMb, startOurs } from "../processes.ts";
import { databaseOf, filledDatabase } from "./fill.ts";
import { measureJobs, type QueueResult } from "./jobs.ts";
import { readSize, type Size, THREE } from "./options.ts";
import { measureRequests, requestsOf } from "./requests.ts";

/**
 * What grows with the number of companies: the same requests of companies of the same size beside two others and beside
 * thousands, and all periodic jobs of all of them.
 */
const MOST_TIMES = 1.5;

const sizes = [THREE, readSize()] as const;
const { minutes, job } = readSize();
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

const withDatabases = async (
  filled: readonly Size[],
  work: (databases: readonly BenchDatabase[]) => Promise<void>,
): Promise<void> => {
  const databases: BenchDatabase[] = [];
  try {
    for (const size of filled) databases.push(await filledDatabase(size));
    await work(databases);
  } finally {
    for (const database of databases) await database.stop();
  }
};

const compareRequests = async (databases: readonly BenchDatabase[]): Promise<void> => {
  const webs: Contender[] = [];
  const starts: number[] = [];
  const each = databases.map(({ url }, at) => ({
    url,
    size: sizes[at] as Size,
    name: databaseOf(sizes[at] as Size),
  }));
  for (const { url, name } of each) {
    await startOurs(url, name).then((once) => once.stop()); // creates the queues, builds the pages
    const began = performance.now();
    webs.push(await startOurs(url, name));
    starts.push((performance.now() - began) / 1000);
  }
  const requests = [];
  for (const [at, { url, size }] of each.entries())
    requests.push(await requestsOf(webs[at] as Contender, url, size));
  const measured = await measureRequests(requests);
  const memory = webs.map(({ pid }) => residentMb(pid).toFixed(0));
  for (const web of webs) await web.stop();
  const [few, many] = sizes.map(({ companies }) => companies);
  console.log(
    `\nStart: ${starts.map((start) => start.toFixed(1)).join(" and ")} s beside ${few} and ${many} companies. Memory after the requests: ${memory.join(" and ")} MB.\n`,
  );
  const ms = (value: number | undefined): string => (value ?? Number.NaN).toFixed(1);
  console.log(
    table([
      ["request", `p50 of ${few}`, `p50 of ${many}`, `p95 of ${few}`, `p95 of ${many}`, "p50 ×"],
      ["---", "--:", "--:", "--:", "--:", "--:"],
      ...[...measured].map(([name, [beside, now]]) => {
        const times = (now?.p50 ?? Number.NaN) / (beside?.p50 ?? Number.NaN);
        const mark = times > MOST_TIMES ? " ✗" : "";
        return [
          name,
          ms(beside?.p50),
          ms(now?.p50),
          ms(beside?.p95),
          ms(now?.p95),
          `${times.toFixed(2)}${mark}`,
        ];
      }),
    ]),
  );
};

const runJobs = async ({ url }: BenchDatabase, size: Size): Promise<void> => {
  const worker = await startOurs(url, databaseOf(size), "all");
  const jobs = await measureJobs(worker, url, { minutes, job }).finally(() => worker.stop());
  console.log(
    `\n${job ?? "All jobs"} of ${size.companies} companies: done after ${jobs.seconds} s, with at most ${jobs.peak.toFixed(0)} MB.\n`,
  );
  printQueues(jobs.queues);
};

await withDatabases(job ? [sizes[1]] : sizes, async (databases) => {
  if (!job) await compareRequests(databases);
  await runJobs(databases.at(-1) as BenchDatabase, sizes[1]);
});
