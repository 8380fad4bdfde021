import { dropJob, jobList, retryJob } from "@mcc/contract/jobs/jobs.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { startJobQueue } from "../../platform/jobs/job-queue.ts";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { keepFailedJobs } from "./jobs.queries.ts";

let testServer: TestServer;
let token: string;
let operatorId: number;

beforeAll(async () => {
  testServer = await startTestServer();
  const operator = await addPerson(testServer, null, { platformAdmin: true });
  operatorId = operator.id;
  token = await tokenFor(testServer, operator.username);
});

let queues = 0;
/** A queue of the test's own, and a job of it in a state as pg-boss leaves it. */
const addJob = async (state: string, { message = "Connection refused", tried = 13 } = {}) => {
  const { services, url } = testServer;
  const queue = `test-queue-${++queues}`;
  const boss = await startJobQueue(url, () => [{ name: queue, work: async () => {} }], {
    works: false,
    log: services.log,
  });
  await boss.requestJob(queue, { mail: "A private text", token: "secret-token" }, "one");
  await boss.stop();
  const [job] = await testServer.sql<{ id: string }>(
    `update pgboss.job set state = $2::pgboss.job_state, output = $3, retry_count = $4, retry_limit = 12,
       started_on = case when $2 = 'created' then null else now() end,
       completed_on = case when $2 in ('failed', 'completed') then now() end,
       start_after = now() + interval '1 hour'
     where name = $1 returning id`,
    [queue, state, state === "created" ? null : { message, stack: "secret stack" }, tried - 1],
  );
  return { queue, id: job?.id ?? "" };
};
const list = (query: object) => testServer.call(jobList.page, { token, query: query as never });
const stateOf = async (id: string) =>
  (await testServer.sql("select state::text, retry_limit from pgboss.job where id = $1", [id]))[0];

describe("the operator's list of jobs", () => {
  test("has jobs that wait, run, are retried or have failed, and not those that are done", async () => {
    const failed = await addJob("failed");
    const others = [await addJob("retry", { tried: 2 }), await addJob("active"), await addJob("created")];
    const done = await addJob("completed");
    const { status, body } = await list({ queue: "test-queue", ordering: "queue" });
    expect(status).toBe(200);
    const states = body.results.map(({ id, state }) => [id, state]);
    expect(states).toEqual([
      [failed.id, "Failed"],
      [others[0]?.id, "Retrying"],
      [others[1]?.id, "Running"],
      [others[2]?.id, "Waiting"],
    ]);
    expect(JSON.stringify(states)).not.toContain(done.id);
    expect(body.results[0]).toMatchObject({ attempts: 13, error: "Connection refused", next_at: null });
    expect(body.results[1]).toMatchObject({ attempts: 2, next_at: expect.any(String) });
    expect(body.results[3]).toMatchObject({ attempts: 0, error: null });
    const onlyFailed = await list({ queue: failed.queue, state: "Failed" });
    expect(onlyFailed.body.count).toBe(1);
    const suggested = await testServer.call(jobList.suggest, {
      token,
      query: { field: "queue", queue: failed.queue },
    });
    expect(suggested.body.results).toContain(failed.queue);
  });

  test("can be read as a whole", async () => {
    const { queue } = await addJob("failed");
    const { status, body } = await list({ queue, limit: "100000000000" });
    expect([status, body.results.length]).toEqual([200, 1]);
  });

  test("shows neither the data of a job nor more than the first line of its error", async () => {
    const { queue } = await addJob("failed", { message: `Refused ${"x".repeat(400)}\nBody: private` });
    const { body } = await list({ queue });
    const text = JSON.stringify(body.results);
    expect(text).not.toMatch(/secret|private/);
    expect(body.results[0]?.error).toHaveLength(300);
  });

  test("is for platform admins only", async () => {
    const company = await addCompany(testServer);
    const admin = await addPerson(testServer, company, { admin: true });
    const other = await tokenFor(testServer, admin.username);
    const { id } = await addJob("failed");
    const asked = [
      await testServer.call(jobList.page, { token: other, query: {} }),
      await testServer.call(retryJob, { token: other, params: { id } }),
      await testServer.call(dropJob, { token: other, params: { id } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await stateOf(id)).toMatchObject({ state: "failed" });
  });
});

describe("a failed job", () => {
  test("that is retried runs again, and the retry is audited", async () => {
    const runs = vi.fn();
    const { queue, id } = await addJob("failed");
    const worker = await startJobQueue(testServer.url, () => [{ name: queue, work: async () => runs() }], {
      works: true,
      log: testServer.services.log,
    });
    expect((await testServer.call(retryJob, { token, params: { id } })).status).toBe(200);
    await eventually(() => expect(runs).toHaveBeenCalledTimes(1));
    await eventually(async () => expect(await stateOf(id)).toMatchObject({ state: "completed" }));
    await worker.stop();
    expect(
      await testServer.sql(
        "select actor_id::integer, action, details from audit_entries where record_id = $1",
        [id],
      ),
    ).toEqual([{ actor_id: operatorId, action: "job.retried", details: { queue } }]);
  });

  test("that is dropped is gone, which is audited; a second time it is not found", async () => {
    const { queue, id } = await addJob("failed");
    expect((await testServer.call(dropJob, { token, params: { id } })).status).toBe(200);
    expect(await stateOf(id)).toBeUndefined();
    expect((await testServer.call(dropJob, { token, params: { id } })).status).toBe(404);
    expect(
      await testServer.sql("select action, details from audit_entries where record_id = $1", [id]),
    ).toEqual([{ action: "job.dropped", details: { queue } }]);
  });

  test("stays for 14 days, a done one for one day", async () => {
    const [failed, done] = [await addJob("failed"), await addJob("completed")];
    await keepFailedJobs(testServer.services.database.platform);
    const kept = await testServer.sql<{ id: string; days: number }>(
      "select id, deletion_seconds / 86400 as days from pgboss.job where id = any($1)",
      [[failed.id, done.id]],
    );
    expect(Object.fromEntries(kept.map(({ id, days }) => [id, days]))).toEqual({
      [failed.id]: 14,
      [done.id]: 1,
    });
  });
});

test("a job that runs is neither retried nor dropped, and one that is retried later can be run now", async () => {
  const [running, waiting] = [await addJob("active"), await addJob("retry")];
  for (const action of [retryJob, dropJob]) {
    const { status, body } = await testServer.call(action, { token, params: { id: running.id } });
    expect([status, body]).toEqual([409, expect.objectContaining({ detail: "This job is running." })]);
  }
  expect(await stateOf(running.id)).toMatchObject({ state: "active" });
  expect((await testServer.call(retryJob, { token, params: { id: waiting.id } })).status).toBe(200);
  expect(
    await testServer.sql("select 1 from pgboss.job where id = $1 and start_after <= now()", [waiting.id]),
  ).toHaveLength(1);
});

test.each(["1", "nonsense", "00000000-0000-4000-8000-000000000000"])("there is no job %j", async (id) => {
  expect((await testServer.call(retryJob, { token, params: { id } })).status).toBe(404);
  expect((await testServer.call(dropJob, { token, params: { id } })).status).toBe(404);
});
