import { approvalRules, replaceApprovalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import {
  deleteSimulation,
  findSimulation,
  startSimulation,
} from "@mcc/contract/approval-rules/simulations.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { BATTERY } from "../../testing/battery.ts";
import { eventually } from "../../testing/eventually.ts";
import { addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { addOrders, resultOf, startDraft } from "../../testing/simulation.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { simulationJobs } from "./simulation.jobs.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async () => {
  const testCompany = await setUpApprovalCompany(testServer);
  const admin = await testCompany.person({ admin: true, firstName: "Ada", lastName: "Admin" });
  return { testCompany, admin };
};
const look = (token: string, id: number) => testServer.call(findSimulation, { token, params: { id } });
/** The state of a company, apart from its simulations, once its approvers are notified. */
const stateOf = async ({ companyId }: ApprovalCompany) => {
  await eventually(async () => {
    const unnotified = "select from order_steps where company_id = $1 and is_current and notified_at is null";
    expect(await testServer.sql(unnotified, [companyId])).toEqual([]);
  });
  const tables = ["orders", "order_steps", "approval_rules", "approval_rule_sites", "audit_entries"];
  const sums = tables.map(
    (table) => `select '${table}' as name, md5(string_agg(t::text, ',' order by t::text)) as sum
      from ${table} t where company_id = $1`,
  );
  const messages = "select 'messages', count(*)::text from messages where company_id = $1";
  return testServer.sql([...sums, messages].join(" union all "), [companyId]);
};

test("a draft is held against the orders of the last 90 days, and nothing else changes (SIMU-001)", async () => {
  const { testCompany, admin } = await setUp();
  const [north, south] = [
    await testCompany.addSite({ name: "North" }),
    await testCompany.addSite({ name: "South" }),
  ];
  const [manager, finance] = [await testCompany.role("Manager"), await testCompany.role("Finance")];
  const mia = await testCompany.person({
    roleId: manager,
    sites: [north, south],
    firstName: "Mia",
    lastName: "Ray",
  });
  // Finance sees North only: at South, its step is left to company admins.
  const fay = await testCompany.person({
    roleId: finance,
    sites: [north],
    firstName: "Fay",
    lastName: "Orr",
  });
  const bob = await testCompany.person({ sites: [south], firstName: "Bob", lastName: "Lee" });
  await testCompany.rule({ roleId: manager, limit: 0 });
  await testCompany.order("100.00", { site: north, identifier: "N100" });
  await testCompany.order("600.50", { site: north, identifier: "N600" });
  await testCompany.order("1500.00", { site: south, identifier: "S1500", creator: mia.username });
  await testCompany.order("40.00", { site: south, identifier: "S40" });
  await testCompany.order("9000.00", { site: north, identifier: "OLD" });
  const age = (days: number, identifier: string) =>
    testServer.sql(
      "update orders set order_date = now() - make_interval(days => $1) where company_id = $2 and identifier = $3",
      [days, testCompany.companyId, identifier],
    );
  await age(91, "OLD");
  await age(89, "S40");
  const before = await stateOf(testCompany);

  const id = await startDraft(testServer, admin.token, [
    { role: manager, limit: 500 },
    { role: finance, limit: 1000 },
    { user: bob.id, limit: 0, sites: [south.id] },
  ]);
  const result = await resultOf(testServer, admin.token, id);
  expect(result).toMatchObject({
    ...{ orders: 4, total: "2240.50", is_partial: false, changed: 3 },
    // Every order has the step of the managers; Mia placed S1500 and nobody else is a manager.
    before: {
      steps: 4,
      passing: { orders: 0, total: "0.00" },
      unassigned: { orders: 1, total: "1500.00" },
    },
    // N100: none. N600: Manager. S1500: Bob, Manager, Finance. S40: Bob.
    after: {
      steps: 5,
      passing: { orders: 1, total: "100.00" },
      unassigned: { orders: 1, total: "1500.00" },
    },
    by_steps: [
      { steps: 0, before: 0, after: 1 },
      { steps: 1, before: 4, after: 2 },
      { steps: 3, before: 0, after: 1 },
    ],
    approver_count: 3,
    approvers: [
      { id: bob.id, name: "Bob Lee", before: 0, after: 2 },
      { id: mia.id, name: "Mia Ray", before: 3, after: 1 },
      { id: admin.id, name: "Ada Admin", before: 1, after: 1 },
    ],
  });
  expect(result.approvers.map((person) => person.id)).not.toContain(fay.id);
  expect(result.examples).toEqual([
    {
      ...{ kind: "unassigned", identifier: "S1500", total: "1500.00" },
      ...{ before: ["Manager"], after: ["Bob Lee", "Manager", "Finance"] },
    },
    { kind: "passing", identifier: "N100", total: "100.00", before: ["Manager"], after: [] },
    { kind: "others", identifier: "S40", total: "40.00", before: ["Manager"], after: ["Bob Lee"] },
  ]);
  expect(Date.now() - Date.parse(result.since)).toBeGreaterThan(89 * 86_400_000);
  expect(await stateOf(testCompany)).toEqual(before);
});

test("a draft without rules lets all money pass, and one of the same rules changes nothing (SIMU-001)", async () => {
  const { testCompany, admin } = await setUp();
  const role = await testCompany.role("Manager");
  await testCompany.person({ roleId: role });
  await testCompany.rule({ roleId: role, limit: 200 });
  for (const total of ["199.99", "200.00", "300.01"]) await testCompany.order(total);
  const none = await resultOf(testServer, admin.token, await startDraft(testServer, admin.token, []));
  expect(none.before.passing).toEqual({ orders: 1, total: "199.99" });
  expect(none.after.passing).toEqual({ orders: 3, total: "700.00" });
  const same = await startDraft(testServer, admin.token, [{ role, limit: 200 }]);
  const result = await resultOf(testServer, admin.token, same);
  expect([result.changed, result.examples]).toEqual([0, []]);
  expect(result.after).toEqual(result.before);
});

test("a company without orders of the last 90 days has an empty result", async () => {
  const { admin } = await setUp();
  const result = await resultOf(testServer, admin.token, await startDraft(testServer, admin.token, []));
  expect(result).toMatchObject({ orders: 0, total: "0.00", by_steps: [], approvers: [], examples: [] });
});

describe("a simulation", () => {
  test("says when the rules were changed since", async () => {
    const { testCompany, admin } = await setUp();
    const role = await testCompany.role();
    const rule = await testCompany.rule({ roleId: role, limit: 10 });
    const id = await startDraft(testServer, admin.token, []);
    await resultOf(testServer, admin.token, id);
    expect((await look(admin.token, id)).body.rules_changed).toBe(false);
    await testServer.sql("update approval_rules set limit_amount = 11 where id = $1", [rule]);
    expect((await look(admin.token, id)).body.rules_changed).toBe(true);
  });

  test("is not found by others, nor after it was deleted, nor after a day", async () => {
    const { testCompany, admin } = await setUp();
    const id = await startDraft(testServer, admin.token, []);
    await resultOf(testServer, admin.token, id);
    const stranger = await setUp();
    expect((await look(stranger.admin.token, id)).status).toBe(404);
    const refused = await testServer.call(deleteSimulation, { token: stranger.admin.token, params: { id } });
    expect(refused.status).toBe(404);
    const member = await testCompany.person();
    expect((await look(member.token, id)).status).toBe(403);
    const start = await testServer.call(startSimulation, { token: member.token, body: { rules: [] } });
    expect(start.status).toBe(403);
    const other = await startDraft(testServer, admin.token, []);
    await resultOf(testServer, admin.token, other);
    expect((await testServer.call(deleteSimulation, { token: admin.token, params: { id } })).status).toBe(
      200,
    );
    expect((await look(admin.token, id)).status).toBe(404);
    await testServer.sql(
      "update approval_simulations set created_at = now() - interval '25 hours' where id = $1",
      [other],
    );
    expect((await look(admin.token, other)).status).toBe(404);
    await testServer.services.jobs.requestJob("sweep-simulations", {}, "test");
    await eventually(async () =>
      expect(await testServer.sql("select id from approval_simulations where id = $1", [other])).toEqual([]),
    );
  });

  test("whose process was killed is run again, and has failed after the second time", async () => {
    const { testCompany, admin } = await setUp();
    const lost = async (attempts: number) => {
      const [row] = await testServer.sql<{ id: number }>(
        `insert into approval_simulations (company_id, rules, state, attempts, reported_at, orders_read, orders_found)
         values ($1, '[]', 'running', $2, now() - interval '1 minute', 5, 10) returning id`,
        [testCompany.companyId, attempts],
      );
      return Number(row?.id);
    };
    const once = await lost(1);
    expect(await resultOf(testServer, admin.token, once)).toMatchObject({ orders: 0 });
    const twice = await lost(2);
    await eventually(async () =>
      expect((await look(admin.token, twice)).body).toMatchObject({ state: "failed", result: null }),
    );
  });

  test("runs alone in its company, and only a few wait", async () => {
    const { testCompany, admin } = await setUp();
    // One that another process is working on.
    const [running] = await testServer.sql<{ id: number }>(
      `insert into approval_simulations (company_id, rules, state, attempts, reported_at)
       values ($1, '[]', 'running', 1, now() + interval '1 hour') returning id`,
      [testCompany.companyId],
    );
    const started = await Promise.all(
      Array.from({ length: 8 }, () =>
        testServer.call(startSimulation, { token: admin.token, body: { rules: [] } }),
      ),
    );
    expect(started.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    const waiting = started.filter(({ status }) => status === 200).map(({ body }) => body.id);
    for (const id of waiting) expect((await look(admin.token, id)).body.state).toBe("waiting");
    // Another company does not wait.
    const other = await setUp();
    await resultOf(testServer, other.admin.token, await startDraft(testServer, other.admin.token, []));
    for (const id of waiting) expect((await look(admin.token, id)).body.state).toBe("waiting");
    await testServer.call(deleteSimulation, { token: admin.token, params: { id: Number(running?.id) } });
    await testServer.services.jobs.requestJob("sweep-simulations", {}, "test");
    for (const id of waiting) await resultOf(testServer, admin.token, id);
  });
});

describe("a draft", () => {
  const refusal = async (token: string, rules: readonly object[]) => {
    const { status, body } = await testServer.call(startSimulation, {
      token,
      body: { rules: rules as never },
    });
    return [status, body];
  };

  test("is checked like rules, each with its number; what others have is not told from what is not there", async () => {
    const { testCompany, admin } = await setUp();
    const stranger = await setUp();
    const role = await testCompany.role();
    const user = await testCompany.person();
    const second = await testCompany.person();
    const far = await testCompany.addSite({ name: "Far" });
    const foreign = {
      role: await addRole(testServer, stranger.testCompany.companyId),
      user: (await addPerson(testServer, stranger.testCompany.companyId)).id,
      site: stranger.testCompany.site.id,
      rule: await stranger.testCompany.rule({ roleId: await stranger.testCompany.role(), limit: 5 }),
    };
    for (const ids of [foreign, { role: 99_999_999, user: 99_999_999, site: 99_999_999, rule: 99_999_999 }]) {
      expect(
        await refusal(admin.token, [
          { role: ids.role, limit: 1 },
          { user: ids.user, limit: 1, sites: [testCompany.site.id] },
          { user: user.id, limit: 1, sites: [ids.site] },
          { user: user.id, limit: 1, nodes: [ids.site] },
          { role, limit: 1, id: ids.rule },
        ]),
      ).toEqual([
        400,
        {
          "rules.0.role": ["There is no such role."],
          "rules.1.user": ["There is no such user."],
          "rules.2.sites": ["There is no such site."],
          "rules.3.nodes": ["There is no such node."],
          "rules.4.id": ["There is no such rule of this role or user."],
        },
      ]);
    }
    expect(
      await refusal(admin.token, [
        { role, limit: 1 },
        { role, limit: 2 },
        { user: user.id, limit: 0, sites: [testCompany.site.id] },
        { user: second.id, limit: 0, sites: [testCompany.site.id] },
        { user: second.id, limit: 0, sites: [far.id] },
        { limit: 3 },
        { role, user: user.id, limit: -2 },
      ]),
    ).toMatchObject([400, { "rules.5.role": ["User Role field is required"] }]);
    expect(
      await refusal(admin.token, [
        { role, limit: 1 },
        { role, limit: 2 },
        { user: user.id, limit: 0, sites: [testCompany.site.id] },
        { user: second.id, limit: 0, sites: [testCompany.site.id] },
        { user: second.id, limit: 0, sites: [far.id] },
        { role, limit: -1 },
      ]),
    ).toEqual([
      400,
      {
        "rules.1.role": ["This role already has a rule."],
        "rules.5.limit": ["There's already a Role with this Rule"],
        "rules.3.sites": [`${testCompany.site.name} is used by the rule of another user.`],
        "rules.4.sites": ["This user cannot see Far and could not approve there."],
      },
    ]);
    expect(
      (
        await refusal(
          admin.token,
          Array.from({ length: 1001 }, () => ({ role, limit: 1 })),
        )
      )[1],
    ).toEqual({
      rules: ["A draft can't have more than 1,000 rules."],
    });
    const { status } = await testServer.call(startSimulation, {
      token: admin.token,
      body: { rules: "all" } as never,
    });
    expect(status).toBe(400);
  });

  const rulesOf = async (token: string) => {
    const { body } = await testServer.call(approvalRules, { token, query: {} });
    return body;
  };
  const replace = (token: string, version: string, rules: readonly object[]) =>
    testServer.call(replaceApprovalRules, { token, body: { version, rules: rules as never } });
  const shownOf = async (token: string) =>
    (await rulesOf(token)).data.map(({ role, user, limit, sites }) => [role?.id ?? user?.id, limit, sites]);

  test("becomes the rules as a whole, and each change is audited", async () => {
    const { testCompany, admin } = await setUp();
    const [kept, changed, gone] = [
      await testCompany.role("Kept"),
      await testCompany.role("Changed"),
      await testCompany.role("Gone"),
    ];
    const user = await testCompany.person();
    const second = await testCompany.person();
    const keptRule = await testCompany.rule({ roleId: kept, limit: 1 });
    const changedRule = await testCompany.rule({ roleId: changed, limit: 2 });
    const goneRule = await testCompany.rule({ roleId: gone, limit: 3 });
    const userRule = await testCompany.rule({ userId: user.id, limit: 4, siteIds: [testCompany.site.id] });
    const { version } = await rulesOf(admin.token);
    // The site moves from the rule of one user to that of another.
    const saved = await replace(admin.token, version, [
      { role: kept, limit: 1 },
      { role: changed, limit: 20 },
      { user: second.id, limit: 5, sites: [testCompany.site.id] },
    ]);
    expect([saved.status, saved.body]).toEqual([
      200,
      { version: expect.any(String), created: 1, updated: 1, deleted: 2 },
    ]);
    expect(await shownOf(admin.token)).toEqual([
      [kept, 1, []],
      [second.id, 5, [testCompany.site.id]],
      [changed, 20, []],
    ]);
    const after = await rulesOf(admin.token);
    expect(after.version).toBe(saved.body.version);
    expect(after.data.map(({ id }) => id)).toEqual([keptRule, expect.any(Number), changedRule]);
    const entries = await testServer.sql(
      "select action, record_id::int as id from audit_entries where company_id = $1 and action like 'approval_rule.%' order by id",
      [testCompany.companyId],
    );
    expect(entries).toHaveLength(4);
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: "approval_rule.updated", id: changedRule },
        { action: "approval_rule.deleted", id: goneRule },
        { action: "approval_rule.deleted", id: userRule },
        { action: "approval_rule.created", id: after.data[1]?.id },
      ]),
    );
  });

  test("is refused as a whole when the rules have changed, when orders wait for a rule, or when a rule is wrong", async () => {
    const { testCompany, admin } = await setUp();
    const [role, other] = [await testCompany.role("Finance"), await testCompany.role("Other")];
    await testCompany.person({ roleId: role });
    await testCompany.rule({ roleId: role, limit: 100 });
    const { version } = await rulesOf(admin.token);
    await testCompany.order("150.00");
    const pending = await replace(admin.token, version, [{ role: other, limit: 7 }]);
    expect([pending.status, (pending.body as unknown as { detail: string }).detail]).toEqual([
      409,
      "Orders are pending the rule of Finance: it can be deleted once they are approved or rejected.",
    ]);
    const wrong = await replace(admin.token, version, [
      { role, limit: 100 },
      { role: other, limit: 7 },
      { role: 99_999_999, limit: 8 },
    ]);
    expect([wrong.status, wrong.body]).toEqual([400, { "rules.2.role": ["There is no such role."] }]);
    expect(await shownOf(admin.token)).toEqual([[role, 100, []]]);
    // Pending orders do not hold back a change of the rule.
    const saved = await replace(admin.token, version, [{ role, limit: 200 }]);
    expect(saved.status).toBe(200);
    const late = await replace(admin.token, version, [{ role, limit: 300 }]);
    expect([late.status, (late.body as unknown as { code: string }).code]).toEqual([409, "rules.changed"]);
    expect(await shownOf(admin.token)).toEqual([[role, 200, []]]);
    const member = await testCompany.person();
    expect((await replace(member.token, saved.body.version, [])).status).toBe(403);
  });

  test("of two that were made from the same rules, one is saved", async () => {
    const { testCompany, admin } = await setUp();
    const second = await addPerson(testServer, testCompany.companyId, { admin: true });
    const tokens = [admin.token, await tokenFor(testServer, second.username)];
    const role = await testCompany.role();
    for (let round = 1; round <= 5; round++) {
      const { version } = await rulesOf(admin.token);
      const saved = await Promise.all(
        tokens.map((token, at) => replace(token, version, [{ role, limit: round * 10 + at }])),
      );
      expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = saved.findIndex(({ status }) => status === 200);
      expect(await shownOf(admin.token)).toEqual([[role, round * 10 + won, []]]);
    }
  });
});

/** 100,000 in the battery. `bench/pending-work.ts` measures how long other requests take meanwhile. */
const MANY = BATTERY === 1 ? 20_000 : 100_000;
/** Requests while a simulation runs. */
const BESIDE = 20;

const firstProgress = (token: string, id: number) =>
  eventually(async () => {
    const { body } = await look(token, id);
    expect(body.orders_read).toBeGreaterThan(0);
    return body;
  });

test("many orders are read with progress, until they are canceled, and other requests are answered meanwhile (SIMU-003)", async () => {
  const { testCompany, admin } = await setUp();
  const role = await testCompany.role();
  await testCompany.person({ roleId: role });
  await addOrders(testServer, { companyId: testCompany.companyId, siteId: testCompany.site.id, count: MANY });
  await testServer.sql("analyze orders"); // as PostgreSQL does by itself soon after
  const canceled = await startDraft(testServer, admin.token, [{ role, limit: 500 }]);
  const seen = await firstProgress(admin.token, canceled);
  expect(seen).toMatchObject({ state: "running", orders_found: MANY, result: null });
  expect(seen.orders_read).toBeLessThan(MANY);
  const { status } = await testServer.call(deleteSimulation, {
    token: admin.token,
    params: { id: canceled },
  });
  expect(status).toBe(200);
  expect((await look(admin.token, canceled)).status).toBe(404);
  // The next one does not wait for the canceled one.
  const started = await startDraft(testServer, admin.token, [{ role, limit: 500 }]);
  await firstProgress(admin.token, started);
  for (let at = 0; at < BESIDE; at++) {
    const list = await testServer.call(orderList.page, { token: admin.token, query: {} });
    expect([list.status, list.body.results.length]).toEqual([200, 20]);
  }
  expect((await look(admin.token, started)).body.state).toBe("running");
  const result = await resultOf(testServer, admin.token, started);
  // Totals are 1 to 999 and 0, equally often each.
  const half = MANY / 2;
  const [total, passing] = [`${(MANY / 1_000) * 499_500}.00`, `${(MANY / 1_000) * 124_750}.00`];
  expect(result).toMatchObject({
    ...{ orders: MANY, total, changed: half },
    before: { steps: 0, passing: { orders: MANY, total } },
    after: { steps: half, passing: { orders: half, total: passing } },
    approvers: [{ before: 0, after: half }],
  });
  expect(result.examples).toHaveLength(8);
  expect(await testServer.sql("select id from approval_simulations where id = $1", [canceled])).toEqual([]);
});

test("a run that was canceled stops reading with its next report (SIMU-003 partly)", async () => {
  const { testCompany } = await setUp();
  const { companyId } = testCompany;
  await addOrders(testServer, { companyId, siteId: testCompany.site.id, count: 6_000 });
  const { services } = testServer;
  let parts = 0;
  /** Counts the parts of 200 orders, and cancels the simulation during the first one. */
  const cancel: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.length > 1 && "date" in (result.rows[0] ?? {}) && ++parts === 1) {
        await testServer.sql("delete from approval_simulations where company_id = $1", [companyId]);
      }
      return result;
    },
  };
  const database = { ...services.database, platform: services.database.platform.withPlugin(cancel) };
  const [job] = simulationJobs({ ...services, database }, services.jobs);
  await testServer.sql("insert into approval_simulations (company_id, rules) values ($1, '[]')", [companyId]);
  await job?.work({ companyId }, new AbortController().signal);
  expect(parts).toBe(10);
});
