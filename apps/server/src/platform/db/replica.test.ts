import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dashboard } from "@mcc/contract/analytics/analytics.api.ts";
import type { Dashboard } from "@mcc/contract/analytics/dashboard.schema.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../embedded-postgres/launcher.ts";
import { eventually } from "../../testing/eventually.ts";
import { makeTemplate } from "../../testing/global-setup.ts";
import { addSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { type Standby, startStandby } from "../../testing/standby.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** About 15 MB, more than the socket buffers of one machine: an export of them is not finished while nobody reads it. */
const MANY = 20_000;

let directory: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let testServer: TestServer;
let token: string;
let site: Site;
let written = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "mcc-primary-"));
  chmodSync(directory, 0o755);
  primary = await startPostgres(directory);
  await makeTemplate(primary.url);
  standby = await startStandby(primary.url, directory);
  testServer = await startTestServer((database) => ({ DATABASE_REPLICA_URL: standby.urlOf(database) }), {
    serverUrl: primary.url,
  });
});

afterAll(async () => {
  await testServer.close();
  await standby.kill();
  await primary.stop();
  rmSync(directory, { recursive: true, force: true });
});

const writeOrders = async (count: number, text = "") => {
  const first = written + 1;
  written += count;
  await testServer.sql(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, po_number)
     select $1, 'X-' || n, $2, $3, 3, now() - n * interval '1 minute', n, n, $4
     from generate_series($5::int, $6::int) n`,
    [site.companyId, site.id, site.snapshot, text, first, written],
  );
};

beforeEach(async () => {
  written = 0;
  const company = await addCompany(testServer);
  site = await addSite(testServer, company);
  token = await tokenFor(
    testServer,
    (await addPerson(testServer, company, { admin: true, analytics: true })).username,
  );
});

const exportOrders = () => testServer.call(orderList.page, { token, query: { limit: "100000" } as never });

const readDashboard = () => testServer.call(dashboard, { token, params: { dashboard: "order-status" } });
/** The first stage: all orders that were placed. */
const ordersOf = ({ charts: [chart] }: Dashboard): number => {
  const at = chart?.measures.findIndex(({ label }) => label === "Orders") ?? -1;
  return Number(chart?.bars[0]?.values[at]);
};

/** The connections of requests to the standby that are in a transaction. */
const openOnStandby = () =>
  standby.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'mcc_request' and datname = $1 and state <> 'idle'`,
    [new URL(testServer.url).pathname.slice(1)],
  );

/** A replica that is slow on a busy machine would be left out: it has everything before it is asked. */
const replayed = async () => {
  const [primaryLog] = await testServer.sql("select pg_current_wal_insert_lsn()::text as position");
  await eventually(async () => {
    const [state] = await standby.query<{ reached: boolean }>(
      "select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached",
      [primaryLog?.position],
    );
    expect(state?.reached).toBe(true);
  });
};

/** An unread response of an export. One that a busy machine had read from the primary is asked for again. */
const exportFromStandby = () =>
  eventually(async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `JWT ${token}` };
      get(`${testServer.address}/api/orders/?limit=100000&untrimmed=true`, { headers }, resolve).on(
        "error",
        reject,
      );
    });
    if ((await openOnStandby()).length === 1) return answer;
    answer.destroy();
    throw new Error("The export is not read from the standby.");
  });

/** Starts to read while three orders are not replayed yet, and has them replayed once the standby is asked for them. */
const readWhileBehind = (countOrders: () => Promise<number>) =>
  eventually(async () => {
    await replayed();
    await standby.query("select pg_wal_replay_pause()");
    await writeOrders(3);
    let isOver = false;
    const counting = countOrders().finally(() => {
      isOver = true;
    });
    let isAsked = false;
    while (!isAsked && !isOver)
      isAsked = (await openOnStandby()).some(({ query }) => query.includes("pg_last_wal_replay_lsn"));
    await standby.query("select pg_wal_replay_resume()");
    const counted = await counting;
    if (!isAsked) throw new Error("It was not read from the standby.");
    return counted;
  });

describe("with a replica", () => {
  test("an export is read from it, and holds no connection of the primary (OPER-003 partly)", async () => {
    await writeOrders(MANY, "P".repeat(200));
    await replayed();
    const answer = await exportFromStandby();
    await eventually(() => {
      const inUse = testServer.services.database.pools().find(({ pool }) => pool === "requests")?.inUse;
      expect(inUse).toBe(0);
    });
    expect(await openOnStandby()).toHaveLength(1);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const { count, results } = JSON.parse(Buffer.concat(parts).toString()) as {
      count: number;
      results: unknown[];
    };
    expect([count, results.length]).toEqual([MANY, MANY]);
    await eventually(async () => expect(await openOnStandby()).toHaveLength(0));
  });

  test.each([
    ["an export", async () => (await exportOrders()).body.count],
    ["a dashboard", async () => ordersOf((await readDashboard()).body)],
  ])("%s is read from it, once it has what was written just before (OPER-003)", async (_what, countOrders) =>
    expect(await readWhileBehind(countOrders)).toBe(written),
  );

  test("what was just written is in lists at once, and in an export while the replica is far behind (OPER-003 partly)", async () => {
    await standby.query("select pg_wal_replay_pause()");
    await writeOrders(2);
    try {
      const page = await testServer.call(orderList.page, { token });
      expect(page.body.count).toBe(2);
      const { status, body } = await exportOrders();
      expect([status, body.count]).toEqual([200, 2]);
      // It is left out for a while: the next one does not wait for it.
      await writeOrders(1);
      const next = exportOrders();
      expect(await openOnStandby()).toHaveLength(0);
      expect((await next).body.count).toBe(3);
    } finally {
      await standby.query("select pg_wal_replay_resume()");
    }
  });

  test("an export is read from the primary when the replica is dead (OPER-003 partly)", async () => {
    await writeOrders(4);
    await standby.kill();
    const { status, body } = await exportOrders();
    expect([status, body.count]).toEqual([200, 4]);
  });
});
