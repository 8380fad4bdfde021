import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { startServerSwitch } from "../../testing/server-switch.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type Log, makeLog } from "../log.ts";
import { forCompanies, startJobQueue } from "./job-queue.ts";
import { queueStatements } from "./queue-statements.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** What is logged, and at which level. */
const collectLog = () => {
  const lines: { level: number; msg: string }[] = [];
  const log = makeLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, told: () => lines.map(({ level, msg }) => [level, msg]) };
};

/** pg-boss as the queue has it; `beforePuttingBack` is called before a job is put back to wait. */
const openBoss = async (name: string, log: Log, beforePuttingBack = async () => {}) => {
  const pool = new pg.Pool({ connectionString: testServer.url });
  const { executeSql, onError } = queueStatements(pool, log);
  const watched: typeof executeSql = async (text, values) => {
    if (/^\s*UPDATE[^;]+SET state = 'created'/.test(text)) await beforePuttingBack();
    return executeSql(text, values);
  };
  const boss = new PgBoss({
    ...{
      db: { executeSql: watched },
      schema: "pgboss",
      createSchema: false,
      schedule: false,
      supervise: false,
    },
  });
  boss.on("error", onError);
  await boss.start();
  afterAll(async () => {
    await boss.stop({ graceful: false });
    await pool.end();
  });
  const states = () =>
    testServer.sql("select id, state::text from pgboss.job where name = $1 order by created_on", [name]);
  return { boss, states };
};

test.each([
  ["put back to wait", false],
  ["dropped when another waits already", true],
])("of two jobs of a key that are taken at the same moment, the second is %s", async (_, another) => {
  const queue = `taken-twice-${another}`;
  const { log, lines } = collectLog();
  const request = () => boss.send(queue, {}, { singletonKey: "one", group: { id: "one" } });
  const putBack = vi.fn(async () => {
    if (another) await request();
  });
  const { boss, states } = await openBoss(queue, log, putBack);
  await boss.createQueue(queue, { policy: "short" });
  // One that is to be tried again does not keep the next from being requested.
  await request();
  await testServer.sql("update pgboss.job set state = 'retry' where name = $1", [queue]);
  await request();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work = vi.fn(() => ended);
  await boss.work(queue, { localConcurrency: 2, localGroupConcurrency: 1 }, work);
  await eventually(async () => {
    expect(putBack).toHaveBeenCalledTimes(1);
    expect((await states()).map(({ state }) => state).sort()).toEqual(["active", "created"]);
  });
  expect(work).toHaveBeenCalledTimes(1);
  end();
  // The one that waited does what the other was to do.
  await eventually(async () => {
    expect((await states()).map(({ state }) => state)).toEqual(["completed", "completed"]);
  });
  expect(lines).toEqual([]);
});

test("jobs of thousands of companies are requested at once, and none for a company whose job waits", async () => {
  const { log } = collectLog();
  const queue = { name: "of-each-company", work: async () => {} };
  const jobs = await startJobQueue(testServer.url, () => [queue], { works: false, log });
  afterAll(() => jobs.stop());
  const ids = Array.from({ length: 2_500 }, (_, at) => at + 1);
  await jobs.requestJob(queue.name, { companyId: 7 }, "7");
  await jobs.requestJobs(queue.name, forCompanies(ids));
  await jobs.requestJobs(queue.name, forCompanies(ids));
  const found = await testServer.sql<{ id: number; key: string; retries: number }>(
    `select (data ->> 'companyId')::int as id, singleton_key as key, retry_limit as retries from pgboss.job
     where name = $1 and state = 'created' and group_id = singleton_key order by 1`,
    [queue.name],
  );
  expect(found).toEqual(ids.map((id) => ({ id, key: String(id), retries: 12 })));
});

test("a job goes on for hours while its process reports, and is given to another 2 minutes after it is gone", async () => {
  const queue = { name: "left-behind", work: async () => {} };
  const { log } = collectLog();
  const jobs = await startJobQueue(testServer.url, () => [queue], { works: false, log });
  afterAll(() => jobs.stop());
  const { boss, states } = await openBoss(queue.name, log);
  await jobs.requestJob(queue.name, {}, "one");
  const [job] = await boss.fetch(queue.name);
  const afterMinutes = async (column: string, minutes: number) => {
    await testServer.sql(`update pgboss.job set ${column} = now() - $2 * interval '1 minute' where id = $1`, [
      job?.id,
      minutes,
    ]);
    await testServer.sql(
      "update pgboss.queue set monitor_on = null, monitor_claim_on = null where name = $1",
      [queue.name],
    );
    await boss.supervise(queue.name);
    return states();
  };
  expect(await afterMinutes("started_on", 23 * 60)).toEqual([{ id: job?.id, state: "active" }]);
  expect(await afterMinutes("heartbeat_on", 1)).toEqual([{ id: job?.id, state: "active" }]);
  expect(await afterMinutes("heartbeat_on", 3)).toEqual([{ id: job?.id, state: "retry" }]);
});

test("a queue of an earlier version gets today's limits", async () => {
  const { log } = collectLog();
  const { boss } = await openBoss("of-earlier-version", log);
  await boss.createQueue("of-earlier-version", { policy: "short" });
  const queue = { name: "of-earlier-version", work: async () => {} };
  const jobs = await startJobQueue(testServer.url, () => [queue], { works: false, log });
  afterAll(() => jobs.stop());
  expect(await boss.getQueue(queue.name)).toMatchObject({ heartbeatSeconds: 120, expireInSeconds: 86_400 });
});

test("a job that is due when a process starts can request others, without a second try", async () => {
  const { log } = collectLog();
  const requested = vi.fn(async () => {});
  const start = async (works: boolean) => {
    const jobs = await startJobQueue(
      testServer.url,
      (queue) => [
        { name: "due-at-start", work: () => queue.requestJob("requested-at-start", {}, "one") },
        { name: "requested-at-start", work: requested },
      ],
      { works, log },
    );
    afterAll(() => jobs.stop());
    return jobs;
  };
  const web = await start(false);
  await web.requestJob("due-at-start", {}, "one");
  await start(true);
  await eventually(() => expect(requested).toHaveBeenCalledTimes(1));
  const tries = "select retry_count, output from pgboss.job where name = 'due-at-start'";
  expect(await testServer.sql(tries)).toEqual([{ retry_count: 0, output: null }]);
});

test("while the database is away, the queue tells it once, and again when it is back", async () => {
  const { log, told } = collectLog();
  const link = await startServerSwitch(testServer.url);
  const pool = new pg.Pool({ connectionString: link.url });
  pool.on("error", () => {});
  afterAll(async () => {
    await pool.end();
    await link.stop();
  });
  const { executeSql, onError } = queueStatements(pool, log);
  const ask = () => executeSql("select 1").catch(onError);
  await ask();
  for (let outages = 1; outages <= 2; outages++) {
    link.cut();
    for (let polls = 0; polls < 3; polls++) await ask();
    link.leadTo(testServer.url);
    await Promise.all([ask(), ask()]);
  }
  onError(new Error("Broken"));
  const [away, back] = [
    "the job queue does not reach the database",
    "the job queue reaches the database again",
  ];
  expect(told()).toEqual([
    [40, away],
    [30, back],
    [40, away],
    [30, back],
    [50, "job queue"],
  ]);
});
