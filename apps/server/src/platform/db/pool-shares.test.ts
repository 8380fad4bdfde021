import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBystander } from "../../testing/bystander.ts";
import { addDocument, openLink } from "../../testing/documents.ts";
import { addKey, addShop } from "../../testing/integration.ts";
import { tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { holderOfKey, holderOfUser, WAITS } from "./pool-shares.ts";

let testServer: TestServer;
let hurried: TestServer;

/** As long as any machine takes: nothing here is refused for its slowness. */
const PATIENT = {
  people: { ...WAITS.people, within: 60_000 },
  programs: { ...WAITS.programs, within: 60_000 },
};
const HURRIED = { ...WAITS, people: { ...WAITS.people, within: 200 } };
/** The milliseconds of a statement from now on; none: it may take as long as it takes. */
let budget: number | undefined;

beforeAll(async () => {
  testServer = await startTestServer({}, { waits: PATIENT });
  hurried = await startTestServer({}, { waits: HURRIED });
  testServer.services.database.requests.on("acquire", (client) => {
    void client.query(`set statement_timeout = ${budget ?? 0}`);
  });
});
afterEach(() => {
  budget = undefined;
});

const openTestCompany = async (testServer: TestServer) => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role();
  await approvalCompany.rule({ roleId, limit: 0 });
  const approver = () => approvalCompany.person({ roleId });
  const list = (token: string, query: object = {}) =>
    testServer.call(orderList.page, { token, query: query as never });
  return { ...approvalCompany, approver, list };
};

/** Holds locks as somebody else's long transaction would, until it is let go. */
const locks: pg.Client[] = [];
const lock = async (statement: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: testServer.url });
  await client.connect();
  locks.push(client);
  await client.query("begin");
  await client.query(statement, values);
  return () => client.query("rollback");
};
afterEach(async () => {
  await Promise.all(locks.splice(0).map((client) => client.end()));
});

const waitingForLocks = async () => {
  const [row] = await testServer.sql<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and application_name = 'mcc_request' and wait_event_type = 'Lock'`,
  );
  return row?.waiting;
};

/** Sends an order with a key from an address of this machine; answers the status. */
const putFrom = (localAddress: string, slug: string, authorization: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(testServer.address);
    const path = `/api/integration/v1/companies/${slug}/orders/SHARE-1`;
    const headers = { authorization, "content-type": "application/json" };
    const options = { hostname, port, path, method: "PUT", localAddress, headers, agent: false };
    const asked = request(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end("{}");
  });
const madeUp = () => `ApiKey mcc_live_${randomBytes(24).toString("hex")}`;

describe("the connections for requests", () => {
  test("are held for keys that were made up by a few lookups only, and never in a company's name", async () => {
    const shop = await addShop(testServer);
    const { authorization } = shop.headers;
    expect(await putFrom("127.0.0.1", shop.slug, authorization)).toBe(400);
    const letGo = await lock("lock table mcc.api_keys in access exclusive mode");
    const guesses = [2, 3, 4].flatMap((address) =>
      Array.from({ length: 10 }, (_, n) =>
        putFrom(`127.0.0.${address}`, n % 2 ? shop.slug : `no-company-${n}`, madeUp()),
      ),
    );
    await expect.poll(() => testServer.app.slots.anonymous.taken).toBe(30);
    const known = Array.from({ length: 4 }, () => putFrom("127.0.0.1", shop.slug, authorization));
    await expect.poll(waitingForLocks).toBe(6);
    await letGo();
    expect(await Promise.all(known)).toEqual([400, 400, 400, 400]);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  });

  test("are no longer held in a company's name by a key that was revoked", async () => {
    const shop = await addShop(testServer);
    const { id, headers } = await addKey(testServer, { company: shop.slug });
    const send = () => putFrom("127.0.0.5", shop.slug, headers.authorization);
    expect(await send()).toBe(400);
    await testServer.sql("update api_keys set revoked_at = now() where id = $1", [id]);
    expect(await send()).toBe(401);
    const { authorization } = shop.headers;
    expect(await putFrom("127.0.0.1", shop.slug, authorization)).toBe(400);
    const letGo = await lock("lock table mcc.api_keys in access exclusive mode");
    const refused = Array.from({ length: 8 }, send);
    await expect.poll(() => testServer.app.slots.anonymous.taken).toBe(8);
    const known = Array.from({ length: 4 }, () => putFrom("127.0.0.1", shop.slug, authorization));
    await expect.poll(waitingForLocks).toBe(5);
    await letGo();
    expect(await Promise.all(known)).toEqual([400, 400, 400, 400]);
    expect(new Set(await Promise.all(refused))).toEqual(new Set([401]));
  });

  test("are shared: forty slow requests of one user leave everybody else their lists, approvals and downloads (ABUS-004)", async () => {
    const [busy, bystander] = [await openTestCompany(testServer), await openBystander(testServer)];
    const [abuser, colleague] = [await busy.approver(), await busy.approver()];
    const slow = await busy.order("10.00");
    const ofColleague = await busy.order("20.00");
    const sessions = [
      abuser.token,
      await tokenFor(testServer, abuser.username),
      await tokenFor(testServer, abuser.username),
    ];
    const letGo = await lock("select from mcc.orders where company_id = $1 and identifier = $2 for update", [
      busy.companyId,
      slow.identifier,
    ]);

    const abuse = Array.from({ length: 40 }, (_, at) =>
      busy.approve(sessions[at % sessions.length] as string, slow.identifier),
    );
    await expect.poll(waitingForLocks).toBe(4);
    for (let rounds = 0; rounds < 3; rounds++) {
      expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
    }
    expect((await busy.list(colleague.token)).status).toBe(200);
    expect((await busy.look(colleague.token, ofColleague.identifier)).status).toBe(200);
    expect((await busy.approve(colleague.token, ofColleague.identifier)).status).toBe(200);
    expect(await waitingForLocks()).toBe(4);

    await letGo();
    const answers = await Promise.all(abuse);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const { headers, body } of refused) {
      expect(headers.get("retry-after")).toBe("1");
      expect(body).toMatchObject({ code: "requests.waiting", detail: errors["requests.waiting"][1] });
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const again = await Promise.all(Array.from({ length: 30 }, () => busy.list(abuser.token)));
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  });

  test("are held by one company in part only, however many of its users are slow", async () => {
    const [busy, bystander] = [await openTestCompany(testServer), await openBystander(testServer)];
    const people = await Promise.all(Array.from({ length: 4 }, busy.approver));
    const slow = await busy.order("10.00");
    const letGo = await lock("select from mcc.orders where company_id = $1 and identifier = $2 for update", [
      busy.companyId,
      slow.identifier,
    ]);
    const abuse = people.flatMap(({ token }) =>
      Array.from({ length: 8 }, () => busy.approve(token, slow.identifier)),
    );
    await expect.poll(waitingForLocks).toBe(6);
    expect(await bystander.workOnce()).toEqual([200, 200, 200, 200, 200]);
    await letGo();
    expect((await Promise.all(abuse)).every(({ status }) => status < 500)).toBe(true);
  });

  test("give a request that waits too long back to its sender, also one for a file behind a link", async () => {
    const testCompany = await openTestCompany(hurried);
    const { id, token } = await testCompany.approver();
    await addDocument(hurried, { id: testCompany.site.id, companyId: testCompany.companyId });
    const { body } = await hurried.call(documentList.page, { token });
    const open = () => openLink(hurried, body.results[0]?.download_url ?? "");
    const { shares } = hurried.services.database;
    // Every connection that this user may have is in use.
    const holder = holderOfUser(id, testCompany.companyId);
    for (let n = 0; n < 4; n++) await shares.take(holder);
    const listed = await testCompany.list(token);
    const opened = await open();
    for (const { status, headers } of [listed, opened]) {
      expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
    }
    expect(listed.body).toMatchObject({ code: "requests.waiting" });
    expect(await opened.json()).toMatchObject({ code: "requests.waiting" });
    for (let n = 0; n < 4; n++) shares.release(holder);
    expect((await testCompany.list(token)).status).toBe(200);
    expect((await open()).status).toBe(200);
  });

  test("are taken by everybody who may have one when a share has room again", async () => {
    const { shares } = testServer.services.database;
    const [key, other] = [-1, -2];
    const [company, elsewhere] = [-1, -2];
    const holder = holderOfKey(key, company);
    for (let n = 0; n < 4; n++) expect(shares.take(holder)).toBeUndefined();
    // One waits for the key's share, one for the company's: what comes back is a part of both.
    const waiting = [holderOfKey(key, elsewhere), holderOfKey(other, company)] as const;
    const taken = waiting.map((next) => shares.take(next));
    expect(taken).toEqual([expect.any(Promise), expect.any(Promise)]);
    shares.release(holder);
    await Promise.all(taken);
    for (const done of [holder, holder, holder, ...waiting]) shares.release(done);
  });
});

describe("a statement of a request", () => {
  test("has a budget of ten seconds", async () => {
    const client = await hurried.services.database.requests.connect();
    try {
      expect((await client.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "10s" }]);
    } finally {
      client.release();
    }
  });

  describe("that is over its budget", () => {
    /** Nobody waits for the real one. */
    const lockTable = async (table: "orders" | "documents") => {
      const end = await lock(`lock table mcc.${table} in access exclusive mode`);
      budget = 2_000;
      return async () => {
        budget = undefined;
        await end();
      };
    };

    test("asks to narrow the filters when it reads a list (ABUS-004)", async () => {
      const testCompany = await openTestCompany(testServer);
      const { token } = await testCompany.approver();
      const letGo = await lockTable("orders");
      const { status, body } = await testCompany.list(token);
      await letGo();
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "list.too_broad", detail: errors["list.too_broad"][1] });
      expect((await testCompany.list(token)).status).toBe(200);
    });

    test("asks to come back when it changes something", async () => {
      const testCompany = await openTestCompany(testServer);
      const { token } = await testCompany.approver();
      const order = await testCompany.order("10.00");
      const letGo = await lockTable("orders");
      const { status, headers } = await testCompany.approve(token, order.identifier);
      await letGo();
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
      expect((await testCompany.approve(token, order.identifier)).status).toBe(200);
    });

    test("asks to come back when it opens a file or a page behind a link", async () => {
      const testCompany = await openTestCompany(testServer);
      const { token } = await testCompany.approver();
      await addDocument(testServer, { id: testCompany.site.id, companyId: testCompany.companyId });
      const { body } = await testServer.call(documentList.page, { token });
      const open = () => openLink(testServer, body.results[0]?.download_url ?? "");
      const letGo = await lockTable("documents");
      const refused = await open();
      await letGo();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await refused.json()).toMatchObject({ code: "unavailable" });
      expect((await open()).status).toBe(200);
    });

    test("may go on for longer where it is an export", async () => {
      const testCompany = await openTestCompany(testServer);
      const { token } = await testCompany.approver();
      await testCompany.order("10.00");
      const letGo = await lockTable("orders");
      const asked = testCompany.list(token, { limit: String(ALL_ROWS) });
      const slowest = async () => {
        const [row] = await testServer.sql<{ ms: number | null }>(
          `select max(extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
           where datname = current_database() and application_name = 'mcc_request' and wait_event_type = 'Lock'`,
        );
        return row?.ms ?? 0;
      };
      await expect.poll(slowest).toBeGreaterThan(800);
      await letGo();
      const { status, body } = await asked;
      expect(status).toBe(200);
      expect(body.count).toBe(1);
    });
  });
});
