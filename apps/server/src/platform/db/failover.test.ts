import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { approveOrder } from "@mcc/contract/decisions/decisions.api.ts";
import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../embedded-postgres/launcher.ts";
import { onServer, urlOf } from "../../testing/databases.ts";
import { eventually } from "../../testing/eventually.ts";
import { makeTemplate } from "../../testing/global-setup.ts";
import { addRule, addShop, orderOf } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startServerSwitch } from "../../testing/server-switch.ts";
import { type Standby, startStandby } from "../../testing/standby.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTransactionPooler } from "../../testing/transaction-pooler.ts";

let directory: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let direct: Awaited<ReturnType<typeof startServerSwitch>>;
let pooler: Awaited<ReturnType<typeof startTransactionPooler>>;
let testServer: TestServer;

/** A primary whose commits wait for its standby, behind a switch and behind a pooler in transaction mode. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "mcc-failover-"));
  chmodSync(directory, 0o755);
  primary = await startPostgres(directory);
  await makeTemplate(primary.url);
  standby = await startStandby(primary.url, directory);
  await onServer(primary.url, "alter system set synchronous_standby_names = 'standby'");
  await onServer(primary.url, "select pg_reload_conf()");
  direct = await startServerSwitch(primary.url);
  pooler = await startTransactionPooler(primary.url);
  testServer = await startTestServer(
    (database) => ({
      MCC_PREPARED_STATEMENTS: "off",
      DATABASE_DIRECT_URL: urlOf(direct.url, database),
    }),
    { serverUrl: direct.url, poolerUrl: pooler.url },
  );
});

afterAll(async () => {
  await testServer.close();
  await pooler.stop();
  await direct.stop();
  await standby.kill();
  await primary.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Ends the primary at once, as in a power failure; nothing is led to it any more when it starts again. */
const killPrimary = () => {
  const [pid] = readFileSync(join(directory, "postgres", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
  pooler.cut();
  direct.cut();
};

const leadToStandby = () => {
  const url = standby.urlOf("postgres");
  pooler.leadTo(url);
  direct.leadTo(url);
};

const WORKERS = 4;
/** Between a refusal and the next attempt. */
const PAUSE_MS = 50;

test("through a transaction pooler, no acknowledged order or approval is lost when the database fails over, and the server goes on by itself (OPER-004)", async () => {
  const { slug, site, headers, companyId } = await addShop(testServer, { approvals: true });
  const approver = await addPerson(testServer, companyId, { admin: true });
  await addRule(testServer, companyId, { userId: approver.id, limit: 0, siteIds: [site.id] });
  const token = await tokenFor(testServer, approver.username);
  const placed: string[] = [];
  const approved: string[] = [];
  let refused = 0;
  let goesOn = true;
  const acknowledged = async (request: Promise<{ status: number }>): Promise<boolean> => {
    const { status } = await request;
    if (status === 200) return true;
    refused += 1;
    expect([503, 400], `answered ${status}`).toContain(status);
    await wait(PAUSE_MS);
    return false;
  };
  const work = async (worker: number): Promise<void> => {
    for (let at = 0; goesOn; at++) {
      const identifier = `F-${worker}-${at}`;
      const body = orderOf(site.shopUser) as never;
      const params = { slug, identifier };
      if (!(await acknowledged(testServer.call(upsertOrder, { params, headers, body })))) continue;
      placed.push(identifier);
      const approval = testServer.call(approveOrder, { token, params: { identifier } });
      if (await acknowledged(approval)) approved.push(identifier);
    }
  };
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  const reach = (count: number) => eventually(() => expect(approved.length).toBeGreaterThanOrEqual(count));
  await reach(10);
  expect(refused).toBe(0);
  killPrimary();
  await eventually(() => expect(refused).toBeGreaterThan(0));
  // A proxy may lead to the standby a moment too early: it answers, and refuses to write.
  leadToStandby();
  const soFar = refused;
  await eventually(() => expect(refused).toBeGreaterThan(soFar + 2 * WORKERS));
  const before = approved.length;
  expect(await standby.query("select pg_promote() as done")).toEqual([{ done: true }]);
  await reach(before + 10);
  goesOn = false;
  await working;

  const { body } = await testServer.call(orderList.page, { token, query: { limit: "100000" } as never });
  const statusOf = new Map(body.results.map(({ identifier, status }) => [identifier, status]));
  expect(placed.filter((identifier) => !statusOf.has(identifier))).toEqual([]);
  expect(approved.filter((identifier) => statusOf.get(identifier) !== "Accepted")).toEqual([]);
  expect((await fetch(`${testServer.address}/readyz`)).status).toBe(200);
});
