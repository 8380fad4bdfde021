import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startJobQueue } from "../jobs/job-queue.ts";

let testServer: TestServer;
let token: string;
let companyId: number;

beforeAll(async () => {
  testServer = await startTestServer({
    MCC_METRICS_NETWORKS: "10.1.0.0/16, 2001:db8::/32",
    MCC_TRUSTED_PROXIES: "10.2.0.1, 10.1.0.9",
  });
  companyId = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, companyId)).username);
});

/** The value of a metric with exactly these labels, in any order. */
const metric = (body: string, name: string, labels: Record<string, string> = {}): number | undefined => {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of body.split("\n")) {
    const [, found, given = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found !== name) continue;
    const same = given.split(/,(?=\w+=)/).sort();
    if (same.join() === wanted.sort().join()) return Number(value);
  }
  return undefined;
};

describe("the metrics", () => {
  test("tell requests and durations by path pattern and status, pool, jobs, streams, outbox and events (OPER-002)", async () => {
    const { address, call, sql, url } = testServer;
    for (const identifier of ["NONE-1", "NONE-2", "NONE-3"])
      expect((await call(findOrder, { token, params: { identifier } })).status).toBe(404);
    await openEventStream(testServer, token);
    await sql(
      `insert into messages (channel, recipient, body, created_at, next_attempt_at)
       values ('email', 'ann@example.com', '{}', now() - interval '10 minutes', now() + interval '1 hour')`,
    );
    await sql(
      `with added as (insert into events (company_id, type, payload) values ($1, 'order.approved', '{}') returning id)
       insert into event_deliveries (company_id, event_id, url, created_at, next_try_at)
       select $1, id, 'https://erp.test/', now() - interval '5 minutes', now() + interval '1 hour' from added`,
      [companyId],
    );
    const idle = { name: "idle-queue", work: async () => {} };
    const queue = await startJobQueue(url, () => [idle], { works: false, log: testServer.services.log });
    await queue.requestJob(idle.name, {}, "due");
    await queue.requestJob(idle.name, {}, "broken");
    await queue.stop();
    await sql(
      `update pgboss.job set start_after = now() - interval '2 minutes',
         state = (case singleton_key when 'broken' then 'failed' else 'created' end)::pgboss.job_state
       where name = $1`,
      [idle.name],
    );

    const response = await fetch(`${address}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const body = await response.text();

    const requests = { method: "GET", route: `/api${findOrder.path}`, status: "404" };
    const duration = "mcc_http_request_duration_seconds";
    expect(metric(body, `${duration}_count`, requests)).toBe(3);
    expect(metric(body, `${duration}_bucket`, { ...requests, le: "+Inf" })).toBe(3);
    expect(metric(body, `${duration}_sum`, requests)).toBeGreaterThan(0);
    expect(body).not.toContain("NONE-1");
    expect(metric(body, "mcc_pool_connections", { pool: "requests" })).toBeGreaterThan(0);
    expect(metric(body, "mcc_pool_connections_in_use", { pool: "platform" })).toBeGreaterThanOrEqual(0);
    expect(metric(body, "mcc_pool_waiting", { pool: "requests" })).toBe(0);
    expect(metric(body, "mcc_streams_open")).toBe(1);
    expect(metric(body, "mcc_jobs", { queue: "idle-queue", state: "created" })).toBe(1);
    expect(metric(body, "mcc_jobs", { queue: "idle-queue", state: "failed" })).toBe(1);
    const aged = (name: string, labels: Record<string, string>) =>
      Math.floor((metric(body, name, labels) ?? 0) / 60);
    expect(aged("mcc_jobs_oldest_seconds", { queue: "idle-queue", state: "created" })).toBe(2);
    expect(metric(body, "mcc_outbox_waiting", { channel: "email" })).toBe(1);
    expect(aged("mcc_outbox_oldest_seconds", { channel: "email" })).toBe(10);
    expect(metric(body, "mcc_events_waiting")).toBe(1);
    expect(aged("mcc_events_oldest_seconds", {})).toBe(5);
    expect(metric(body, "mcc_database_up")).toBe(1);
    expect(metric(body, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });

  const from = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (
      await testServer.app.inject({
        path: "/metrics",
        remoteAddress,
        headers: { host: "10.1.0.5:3000", ...headers },
      })
    ).statusCode;
  const local = { host: "localhost:3000" };

  test("are read by this machine and the named networks only (OPER-002)", async () => {
    expect(await from("127.0.0.1", local)).toBe(200);
    expect(await from("::1", local)).toBe(200);
    expect(await from("10.1.200.7")).toBe(200);
    expect(await from("::ffff:10.1.200.7")).toBe(200);
    expect(await from("2001:db8::7")).toBe(200);
    expect(await from("10.2.0.7")).toBe(404);
    expect(await from("203.0.113.9")).toBe(404);
    expect(await from("203.0.113.9", local)).toBe(404);
    expect(await from("2001:db9::7")).toBe(404);
  });

  test("are not opened by what a proxy says, nor passed on by a proxy on this machine (OPER-002)", async () => {
    // 10.2.0.1 is trusted: its word is taken for the address of a caller, but not here.
    expect(await from("10.2.0.1", { "x-forwarded-for": "127.0.0.1", ...local })).toBe(404);
    expect(await from("10.2.0.1", { "x-forwarded-for": "10.1.0.7" })).toBe(404);
    expect(await from("203.0.113.9", { "x-forwarded-for": "127.0.0.1", ...local })).toBe(404);
    expect(await from("10.1.0.9", { "x-forwarded-for": "203.0.113.9" })).toBe(404);
    expect(await from("127.0.0.1", { "x-forwarded-for": "203.0.113.9", ...local })).toBe(404);
    expect(await from("127.0.0.1", { forwarded: "for=203.0.113.9", ...local })).toBe(404);
    expect(await from("127.0.0.1", { "x-real-ip": "203.0.113.9", ...local })).toBe(404);
    // The public address, behind a proxy that adds nothing.
    expect(await from("127.0.0.1", { host: "portal.test" })).toBe(404);
    expect(await from("10.1.0.7", { host: "portal.test" })).toBe(404);
  });

  test("are answered without the numbers of the database when it does not answer", async () => {
    const other = await startTestServer();
    await other.services.database.close();
    const body = await (await fetch(`${other.address}/metrics`)).text();
    expect(metric(body, "mcc_database_up")).toBe(0);
    expect(body).not.toContain("mcc_jobs{");
    expect(metric(body, "mcc_streams_open")).toBe(0);
  });
});

describe("of a collector that is away, the metrics", () => {
  const startWithCollector = () =>
    startTestServer({
      MCC_COLLECTOR_URL: "https://localhost:9/audit",
      MCC_COLLECTOR_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    });
  const read = async ({ address }: TestServer) => (await fetch(`${address}/metrics`)).text();

  test("count what it has not taken, of all companies together (EVID-001 partly)", async () => {
    const server = await startWithCollector();
    const companies = [await addCompany(server), await addCompany(server)];
    await server.sql(
      `insert into sign_ins (company_id, at, method, result, address, device)
       select company, now() - (4 - n) * interval '10 minutes', 'Password', 'Refused', '', ''
       from unnest($1::bigint[]) as company, generate_series(1, 3) as n
       union all select null, now(), 'Password', 'Refused', '', ''`,
      [companies],
    );
    await server.sql(
      `insert into collector_positions (kind, chain, position)
       select 'sign_in', company_id, min(id) from sign_ins where company_id = $1 group by company_id`,
      [companies[0]],
    );
    // A busy database may be too slow: then the answer leaves it out.
    const body = await eventually(async () => {
      const answer = await read(server);
      expect(metric(answer, "mcc_collector_waiting", { kind: "sign_in" })).toBe(6);
      return answer;
    });
    const seconds = metric(body, "mcc_collector_oldest_seconds", { kind: "sign_in" }) ?? 0;
    expect(seconds / 60).toBeGreaterThanOrEqual(30);
    expect(metric(body, "mcc_collector_waiting", { kind: "audit" })).toBeGreaterThanOrEqual(0);
  });

  test("say the rest if that cannot be read", async () => {
    const server = await startWithCollector();
    await server.sql("alter table collector_positions rename to elsewhere");
    const body = await read(server);
    expect(metric(body, "mcc_database_up")).toBe(1);
    expect(metric(body, "mcc_events_waiting")).toBe(0);
    expect(body).not.toContain("mcc_collector_waiting{");
  });
});
