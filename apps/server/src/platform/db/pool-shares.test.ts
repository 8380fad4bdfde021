import { errors } from "@mcc/contract/kit/errors.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const openDesk = async () => {
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

describe("the connections for requests", () => {
  test("are shared: forty slow requests of one user leave everybody else their lists and approvals", async () => {
    const [busy, other] = [await openDesk(), await openDesk()];
    const [abuser, colleague] = [await busy.approver(), await busy.approver()];
    const neighbour = await other.approver();
    const slow = await busy.order("10.00");
    const [ofColleague, ofNeighbour] = [await busy.order("20.00"), await other.order("30.00")];
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
    await expect.poll(waitingForLocks, { timeout: 8_000 }).toBe(4);
    for (const [desk, { token }, order] of [
      [other, neighbour, ofNeighbour],
      [busy, colleague, ofColleague],
    ] as const) {
      expect((await desk.list(token)).status).toBe(200);
      expect((await desk.look(token, order.identifier)).status).toBe(200);
      expect((await desk.approve(token, order.identifier)).status).toBe(200);
    }
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
    const [busy, other] = [await openDesk(), await openDesk()];
    const people = await Promise.all(Array.from({ length: 4 }, busy.approver));
    const neighbour = await other.approver();
    const slow = await busy.order("10.00");
    const waiting = await other.order("10.00");
    const letGo = await lock("select from mcc.orders where company_id = $1 and identifier = $2 for update", [
      busy.companyId,
      slow.identifier,
    ]);
    const abuse = people.flatMap(({ token }) =>
      Array.from({ length: 8 }, () => busy.approve(token, slow.identifier)),
    );
    await expect.poll(waitingForLocks, { timeout: 8_000 }).toBe(6);
    expect((await other.list(neighbour.token)).status).toBe(200);
    expect((await other.approve(neighbour.token, waiting.identifier)).status).toBe(200);
    await letGo();
    expect((await Promise.all(abuse)).every(({ status }) => status < 500)).toBe(true);
  });

  test("give a request that waits too long back to its sender", async () => {
    const desk = await openDesk();
    const { token } = await desk.approver();
    const slow = await desk.order("10.00");
    const letGo = await lock("select from mcc.orders where company_id = $1 and identifier = $2 for update", [
      desk.companyId,
      slow.identifier,
    ]);
    const held = Array.from({ length: 4 }, () => desk.approve(token, slow.identifier));
    await expect.poll(waitingForLocks, { timeout: 8_000 }).toBe(4);
    const { status, body } = await desk.list(token);
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: "requests.waiting" });
    await letGo();
    await Promise.all(held);
    expect((await desk.list(token)).status).toBe(200);
  }, 30_000);
});

describe("a statement of a request", () => {
  test("has a budget of ten seconds", async () => {
    const client = await testServer.platform.database.requests.connect();
    try {
      expect((await client.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "10s" }]);
    } finally {
      client.release();
    }
  });

  describe("that is over its budget", () => {
    beforeAll(() => {
      // A shorter one, so that nobody waits for it.
      testServer.platform.database.requests.on("acquire", (client) => {
        void client.query("set statement_timeout = 400");
      });
    });

    test("asks to narrow the filters when it reads a list", async () => {
      const desk = await openDesk();
      const { token } = await desk.approver();
      const letGo = await lock("lock table mcc.orders in access exclusive mode");
      const { status, body } = await desk.list(token);
      await letGo();
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "list.too_broad", detail: errors["list.too_broad"][1] });
      expect((await desk.list(token)).status).toBe(200);
    });

    test("asks to come back when it changes something", async () => {
      const desk = await openDesk();
      const { token } = await desk.approver();
      const order = await desk.order("10.00");
      const letGo = await lock("lock table mcc.orders in access exclusive mode");
      const { status, headers } = await desk.approve(token, order.identifier);
      await letGo();
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
      expect((await desk.approve(token, order.identifier)).status).toBe(200);
    });

    test("may go on for longer where it is an export", async () => {
      const desk = await openDesk();
      const { token } = await desk.approver();
      await desk.order("10.00");
      const letGo = await lock("lock table mcc.orders in access exclusive mode");
      const asked = desk.list(token, { limit: String(ALL_ROWS) });
      const slowest = async () => {
        const [row] = await testServer.sql<{ ms: number | null }>(
          `select max(extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
           where datname = current_database() and application_name = 'mcc_request' and wait_event_type = 'Lock'`,
        );
        return row?.ms ?? 0;
      };
      await expect.poll(slowest, { timeout: 5_000 }).toBeGreaterThan(800);
      await letGo();
      const { status, body } = await asked;
      expect(status).toBe(200);
      expect(body.count).toBe(1);
    });
  });
});
