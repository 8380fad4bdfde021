import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import {
  budgetChart,
  budgetEndpoints,
  budgetPeriods,
  previewBudget,
} from "@mcc/contract/budgets/budgets.api.ts";
import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import { deleteRole } from "@mcc/contract/roles/roles.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { previewOf } from "./figures.queries.ts";
import { enterCompany, renewStaleBudgets } from "./recount.queries.ts";
import { recountBudgets } from "./recount.service.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const on = (order_date: string) => ({ fields: { order_date } });
const YEAR = new Date().getUTCFullYear();

describe("a company admin makes budgets", () => {
  test("with a name, an amount, a period, what they cover and what follows beyond them (BUDG-001)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const role = await company.role("Controller");
    const given = {
      name: "Rig 117",
      amount: "50000.00",
      period: "quarter",
      starts_on: `${YEAR}-01-01`,
      ends_on: null,
      repeats: true,
      sites: [company.site.id],
      nodes: [],
      afe_number: "AFE-7",
      beyond: "step",
      owners: [company.admin.id],
      tell_at: [50, 90],
    };
    const made = await company.create({ ...given, role });
    expect(made).toMatchObject({
      status: 200,
      body: {
        ...given,
        role: { id: role, name: "Controller" },
        owners: [{ id: company.admin.id }],
        state: "running",
        left: "50000.00",
      },
    });
    expect(made.body.period_label).toMatch(/^Q[1-4] \d{4}$/);
    const { id } = made.body;
    const { body: page } = await testServer.call(budgetEndpoints.list, { token: company.token, query: {} });
    expect(page.results.map((one) => one.id)).toEqual([id]);
    expect((await company.update(id, { name: "Rig 118", amount: 60000 })).body).toMatchObject({
      name: "Rig 118",
      amount: "60000.00",
      afe_number: "AFE-7",
    });
    expect(
      (await testServer.call(deleteRole, { token: company.token, params: { id: role } })).body,
    ).toMatchObject({ code: "role.budget" });
    expect(await company.removeBudget(id)).toMatchObject({
      status: 200,
      body: { detail: "Budget deleted correctly" },
    });
    expect((await company.update(id, { name: "Again" })).status).toBe(404);
    const audited = await testServer.sql<{ action: string }>(
      "select action from audit_entries where company_id = $1 and record_type = 'budget' order by id",
      [company.companyId],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      "budget.created",
      "budget.updated",
      "budget.deleted",
    ]);
  });

  test("and what cannot be is said on its field, with nothing saved (BUDG-001)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const gone = await company.addSite();
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    await company.budget({ name: "Taken" });
    const wrong: [object, string][] = [
      [{ name: " " }, "name"],
      [{ name: "TAKEN" }, "name"],
      [{ amount: "0" }, "amount"],
      [{ amount: "-5" }, "amount"],
      [{ amount: "1.234" }, "amount"],
      [{ period: "week" }, "period"],
      [{ period: "custom", ends_on: "2150-01-01" }, "starts_on"],
      [{ period: "custom", starts_on: "2150-01-01" }, "ends_on"],
      [{ period: "custom", starts_on: "2030-02-01", ends_on: "2030-01-01" }, "ends_on"],
      [{ period: "custom", starts_on: "2020-02-01", ends_on: "2020-03-01" }, "ends_on"],
      [{ period: "month", starts_on: "2020-02-01" }, "starts_on"],
      [{ starts_on: "2020-02-31" }, "starts_on"],
      [{ sites: [] }, "sites"],
      [{ sites: [gone.id] }, "sites"],
      [{ sites: [987_654_321] }, "sites"],
      [{ nodes: [987_654_321] }, "nodes"],
      [{ field: { name: "Nobody has it", value: "x" } }, "field"],
      [{ field: { name: "", value: "x" } }, "field.name"],
      [{ beyond: "step" }, "role"],
      [{ beyond: "step", role: 987_654_321 }, "role"],
      [{ owners: [987_654_321] }, "owners"],
      [{ tell_at: [0] }, "tell_at.0"],
      [{ tell_at: [80, 80] }, "tell_at"],
    ];
    for (const [given, field] of wrong) {
      const { status, body } = await company.create({ name: "New", ...given });
      expect([given, status, Object.keys(body)]).toEqual([given, 400, [field]]);
    }
    const { body } = await testServer.call(budgetEndpoints.list, { token: company.token, query: {} });
    expect(body.count).toBe(1);
  });

  test("an order counts in the period of its date in the company's time zone, and every given condition holds (BUDG-001)", async () => {
    const company = await setUpBudgetCompany(testServer);
    await testServer.sql(
      "update company_configurations set time_zone = 'America/Chicago' where company_id = $1",
      [company.companyId],
    );
    const other = await company.addSite();
    const month = await company.budget({
      name: "Monthly",
      period: "month",
      starts_on: `${YEAR}-01-01`,
      repeats: true,
      afe_number: " afe-7 ",
    });
    // 03:00 UTC of the first of February is still January in Chicago.
    await company.order("10.00", { fields: { order_date: `${YEAR}-02-01T03:00:00Z`, afe_number: "AFE-7" } });
    await company.order("20.00", { fields: { order_date: `${YEAR}-02-01T07:00:00Z`, afe_number: "AFE-7" } });
    await company.order("40.00", { fields: { order_date: `${YEAR}-02-02T07:00:00Z`, afe_number: "AFE-8" } });
    await company.order("80.00", {
      site: other,
      fields: { order_date: `${YEAR}-02-02T07:00:00Z`, afe_number: "AFE-7" },
    });
    const { body } = await testServer.call(budgetPeriods, { token: company.token, params: { id: month.id } });
    const used = body.results.filter(({ committed }) => committed !== "0.00");
    expect(used.map(({ period_label, committed }) => [period_label, committed])).toEqual([
      [`February ${YEAR}`, "20.00"],
      [`January ${YEAR}`, "10.00"],
    ]);
    await company.order("5.00", { fields: { custom_checkout_data: { Rig: "117" } } });
    const field = await company.budget({ name: "Field", sites: [], field: { name: "Rig", value: "117" } });
    await company.order("7.00", { site: other, fields: { custom_checkout_data: { Rig: "117 " } } });
    await company.order("9.00", { fields: { custom_checkout_data: { Rig: "118" } } });
    expect(await company.figures(field.id)).toEqual(["0.00", "12.00", "988.00"]);
  });
});

test("a preview says which orders a budget would cover, and saving it counts the same (BUDG-006 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const first = await company.order("100.00");
  await company.order("50.00", on("2001-01-01T00:00:00Z"));
  const body = { name: "Yard", amount: "500", period: "year", sites: [company.site.id] } as never;
  const preview = (await testServer.call(previewBudget, { token: company.token, body })).body;
  expect(preview).toMatchObject({
    order_count: 1,
    committed: "100.00",
    left: "400.00",
    orders: [{ identifier: first.identifier, total: "100.00" }],
    takes_a_while: false,
  });
  const { id } = await company.budget({ amount: "500" });
  expect(await company.figures(id)).toEqual(["0.00", "100.00", "400.00"]);
});

test("a preview adds up every order of the period, however many are counted in all (BUDG-006 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  for (const total of ["100.00", "20.00", "3.00"]) await company.order(total);
  const { companyId, site } = company;
  const given = {
    ...{ name: "Yard", amount: "500", period: "year" as const, starts_on: `${YEAR}-01-01`, repeats: true },
    ...{ sites: [site.id], nodes: [], beyond: "tell" as const, owners: [], tell_at: [] },
  };
  const preview = await platformTransaction(testServer.services.database, async (db) => {
    await enterCompany({ db, companyId });
    return previewOf({ db, companyId }, given, 1);
  });
  expect(preview).toMatchObject({ committed: "123.00", order_count: 3, all_orders: 1 });
});

test("a preview refuses a period that is over, as saving does, unless it is the one that a budget has (BUDG-001 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const { token } = company;
  const period = { period: "custom", starts_on: "2020-01-01", ends_on: "2020-12-31" };
  const body = { name: "Yard", amount: "500", sites: [company.site.id], ...period };
  const preview = (more: object = {}) =>
    testServer.call(previewBudget, { token, body: { ...body, ...more } as never });
  const { over } = budgetMessages;
  const refused = { status: 400, body: { ends_on: [over] } };
  expect(await company.create(body)).toMatchObject(refused);
  expect(await preview()).toMatchObject(refused);
  const { id } = await company.budget();
  expect(await preview({ id })).toMatchObject(refused);
  await testServer.sql(
    "update budget_coverages set period = 'custom', starts_on = $2, ends_on = $3 where budget_id = $1",
    [id, period.starts_on, period.ends_on],
  );
  expect(await preview({ id, amount: "600" })).toMatchObject({ status: 200 });
  expect(await preview({ id: 2_000_000_000 })).toMatchObject({ status: 404 });
});

test("a budget has used, reserved, left and a forecast, a statement and a chart (BUDG-006 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const twoYears = { period: "custom", starts_on: `${YEAR - 1}-01-01`, ends_on: `${YEAR}-12-31` };
  const { id } = await company.budget(twoYears);
  const { identifier } = await company.order("100.00");
  const budget = await company.find(id);
  expect(budget).toMatchObject({ reserved: "0.00", committed: "100.00", left: "900.00", state: "running" });
  expect(Number(budget.forecast)).toBeGreaterThan(100);
  const { body: chart } = await testServer.call(budgetChart, {
    token: company.token,
    params: { id },
    query: {},
  });
  expect(chart.points).toEqual([{ day: chart.today, reserved: "0.00", committed: "100.00" }]);
  expect(await company.entries(id, { order: identifier })).toHaveLength(1);
  expect(await company.entries(id, { kind: "release" })).toEqual([]);
  expect(await company.entries(id, { limit: "100000000000" })).toHaveLength(1);
  const { body: page } = await testServer.call(budgetEndpoints.list, {
    token: company.token,
    query: { site: String(company.site.id) },
  });
  expect(page.results.map((one) => one.id)).toEqual([id]);
  const elsewhere = await company.addSite();
  const none = await testServer.call(budgetEndpoints.list, {
    token: company.token,
    query: { site: String(elsewhere.id) },
  });
  expect(none.body.results).toEqual([]);
});

const DAY_MS = 86_400_000;
/** So many days after today. */
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test("a forecast needs a tenth of the period, and orders of later days are not in its pace (BUDG-006 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const until = (name: string, ends_on: string) =>
    company.budget({ name, period: "custom", starts_on: dayAfter(-9), ends_on });
  // Today is the tenth day: of 20, and of 200.
  const half = await until("Half", dayAfter(10));
  const young = await until("Young", dayAfter(190));
  await company.order("100.00");
  const forecasts = async () => [
    (await company.find(half.id)).forecast,
    (await company.find(young.id)).forecast,
  ];
  expect(await forecasts()).toEqual(["200.00", null]);
  await company.order("50.00", on(`${dayAfter(5)}T12:00:00Z`));
  expect(await forecasts()).toEqual(["200.00", null]);
  // What is used already is used.
  await company.order("400.00", on(`${dayAfter(5)}T12:00:00Z`));
  expect(await forecasts()).toEqual(["550.00", null]);
});

test("owners are notified at the percentages they chose, once for each period (BUDG-007)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const owner = await company.person();
  const repeating = { starts_on: `${YEAR - 1}-01-01`, repeats: true };
  const { id } = await company.budget({ owners: [owner.id], tell_at: [50, 90], ...repeating });
  const told = async () =>
    (await testServer.call(alertList.page, { token: owner.token, query: {} })).body.results
      .map(({ content }) => content)
      .filter((content) => content.includes("is reached"))
      .sort();
  await company.order("490.00");
  await company.order("10.00");
  const reached = (year: number, words: string) => `Rig 117, ${year}: ${words} of $1,000.00 is used.`;
  const fifty = reached(YEAR, "50% is reached. $500.00");
  await expect.poll(told).toEqual([fifty]);
  const { identifier } = await company.order("100.00");
  await company.order("100.00", { identifier, fields: { status: "Canceled" } });
  await company.order("450.00");
  const ninety = reached(YEAR, "90% is reached. $950.00");
  await expect.poll(told).toEqual([fifty, ninety]);
  // The previous year is another period.
  const earlier = on(`${YEAR - 1}-06-01T12:00:00Z`);
  for (const total of ["400.00", "200.00", "20.00"]) await company.order(total, earlier);
  const fiftyBefore = reached(YEAR - 1, "50% is reached. $600.00");
  await expect.poll(told).toEqual([fiftyBefore, fifty, ninety]);
  const sent = await testServer.sql<{ channels: string[] }>(
    "select channels from alerts where company_id = $1 and fired_for like $2",
    [company.companyId, `budget:${id}:%`],
  );
  expect(sent.map(({ channels }) => channels)).toEqual(Array(3).fill(["portal", "email"]));
});

test("another amount notifies owners of the current period only, and nobody who wants no alerts or is disabled (BUDG-007 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const [owner, silent, disabled] = [await company.person(), await company.person(), await company.person()];
  await testServer.sql("update users set alerts_enabled = false where id = $1", [silent.id]);
  await testServer.sql("update users set disabled_at = now() where id = $1", [disabled.id]);
  const owners = [owner.id, silent.id, disabled.id];
  const { id } = await company.budget({ starts_on: `${YEAR - 1}-01-01`, repeats: true, owners });
  await company.order("700.00", on(`${YEAR - 1}-06-01T12:00:00Z`));
  await company.order("700.00");
  expect((await company.update(id, { amount: "800" })).status).toBe(200);
  const told = () =>
    testServer.sql("select user_id::int, content from alerts where company_id = $1 order by id", [
      company.companyId,
    ]);
  const content = `Rig 117, ${YEAR}: 80% is reached. $700.00 of $800.00 is used.`;
  await expect.poll(told).toEqual([{ user_id: owner.id, content }]);
});

test("an owner who sees no site is notified as well, of the budget only (BUDG-007 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const owner = await company.person({ sites: [] });
  await company.budget({ owners: [owner.id] });
  await company.order("900.00");
  const alerts = async () =>
    (await testServer.call(alertList.page, { token: owner.token, query: {} })).body.results;
  await expect
    .poll(alerts)
    .toMatchObject([
      { content: `Rig 117, ${YEAR}: 80% is reached. $900.00 of $1,000.00 is used.`, site: "", order: null },
    ]);
});

describe("changing a budget", () => {
  test("recomputes it from the orders in one transaction, and the audit says who and what (BUDG-008 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const other = await company.addSite();
    const { id } = await company.budget();
    await company.order("100.00");
    await company.order("30.00", { site: other });
    const changed = await company.update(id, { sites: [company.site.id, other.id], amount: "200" });
    expect(changed.body).toMatchObject({ committed: "130.00", left: "70.00", recount: null });
    expect((await company.update(id, { sites: [other.id] })).body).toMatchObject({
      committed: "30.00",
      left: "170.00",
    });
    expect(
      (await company.update(id, { period: "custom", starts_on: "2150-01-01", ends_on: "2150-02-01" })).body,
    ).toMatchObject({ committed: "0.00", state: "ahead", forecast: null });
    expect(await company.drift()).toEqual([]);
    const [entry] = await testServer.sql<{
      details: { amount: string; before: { amount: string } };
      actor_id: string;
    }>(
      "select details, actor_id from audit_entries where company_id = $1 and action = 'budget.updated' order by id",
      [company.companyId],
    );
    expect([entry?.details.before.amount, entry?.details.amount, Number(entry?.actor_id)]).toEqual([
      "1000.00",
      "200.00",
      company.admin.id,
    ]);
  });

  test("of many orders is done by a job, and until it is done the previous figures hold (BUDG-008)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const other = await company.addSite();
    const { id } = await company.budget();
    await company.order("100.00");
    const [{ id: like } = { id: 0 }] = await testServer.sql<{ id: number }>(
      "select id from orders where company_id = $1",
      [company.companyId],
    );
    await testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
       select company_id, 'many-' || n, $2, site_snapshot_id, 1, order_date, 1.01, 1.01
       from orders cross join generate_series(1, 2500) as n where id = $1`,
      [like, other.id],
    );
    const changed = (await company.update(id, { sites: [other.id] })).body;
    if (changed.recount) expect(changed).toMatchObject({ committed: "100.00", sites: [company.site.id] });
    expect(changed.recount).not.toBeNull();
    // What arrives meanwhile is counted once.
    await company.order("10.00", { site: other });
    await company.order("1.00");
    await expect.poll(async () => (await company.find(id)).recount).toBeNull();
    expect(await company.find(id)).toMatchObject({ sites: [other.id], committed: "2535.00" });
    expect(await company.drift()).toEqual([]);
  });
});

test("users see budgets of sites they see; totals of one that also covers others only if they own it (BUDG-009)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const other = await company.addSite();
  const [own, both, hidden, owned] = [
    await company.budget({ name: "Own" }),
    await company.budget({ name: "Both", sites: [company.site.id, other.id] }),
    await company.budget({ name: "Hidden", sites: [other.id] }),
    await company.budget({
      name: "Owned",
      sites: [company.site.id, other.id],
      owners: [(await company.person({ sites: [] })).id],
    }),
  ];
  const user = await company.person();
  await company.update(owned.id, { owners: [user.id] });
  const mine = await company.order("10.00");
  await company.order("20.00", { site: other });
  const { body } = await testServer.call(budgetEndpoints.list, { token: user.token, query: {} });
  expect(
    body.results.map(({ name, committed, left, sees_totals }) => [name, committed, left, sees_totals]),
  ).toEqual([
    ["Both", null, null, false],
    ["Own", "10.00", "990.00", true],
    ["Owned", "30.00", "970.00", true],
  ]);
  expect(body.results.find(({ id }) => id === both.id)).toMatchObject({
    amount: null,
    forecast: null,
    sites: [company.site.id],
  });
  expect(
    (await testServer.call(budgetEndpoints.find, { token: user.token, params: { id: hidden.id } })).status,
  ).toBe(404);
  expect((await company.entries(both.id, {}, user.token)).map(({ order }) => order)).toEqual([
    mine.identifier,
  ]);
  expect((await company.entries(owned.id, {}, user.token)).map(({ order }) => order)).toEqual([
    mine.identifier,
    null,
  ]);
  const shares = await company.budgetsOf(mine.identifier, user.token);
  expect(shares.map(({ id, left_after }) => [id, left_after])).toEqual([
    [own.id, "990.00"],
    [both.id, null],
    [owned.id, "990.00"],
  ]);
});

test("a filter by a site or node that a user does not see finds nothing, as for one that does not exist (BUDG-009 partly)", async () => {
  const company = await setUpHierarchy(testServer);
  const [seen, hidden] = [
    await company.child("Seen", company.root),
    await company.child("Hidden", company.root),
  ];
  const [here, there] = [
    await company.addSite({ nodeId: seen, name: `Here of ${company.slug}` }),
    await company.addSite({ nodeId: hidden, name: `There of ${company.slug}` }),
  ];
  const add = (given: object) =>
    testServer.call(budgetEndpoints.create, {
      token: company.token,
      body: { amount: "100", period: "year", ...given } as never,
    });
  await add({ name: "Both", sites: [here.id, there.id] });
  await add({ name: "Nodes", nodes: [seen, hidden] });
  const user = await company.person({ nodeId: seen, sites: [] });
  const found = async (token: string, query: object) =>
    (await testServer.call(budgetEndpoints.list, { token, query: query as never })).body.results.map(
      ({ name }) => name,
    );
  const all = [{ site: there.id }, { site: here.id }, { node: hidden }, { node: seen }];
  for (const query of all) expect(await found(company.token, query)).toEqual(["Both", "Nodes"]);
  expect(await found(user.token, { site: here.id })).toEqual(["Both", "Nodes"]);
  expect(await found(user.token, { node: seen })).toEqual(["Both", "Nodes"]);
  for (const query of [{ site: there.id }, { node: hidden }, { site: 99_999_999 }, { node: 99_999_999 }])
    expect(await found(user.token, query)).toEqual([]);
});

test("who sees the totals of a budget sees them in its statement too, nobody else does (BUDG-009 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const other = await company.addSite();
  const own = await company.budget({ name: "Own" });
  const both = await company.budget({ name: "Both", sites: [company.site.id, other.id] });
  const user = await company.person();
  await company.order("20.00", { site: other });
  await company.order("10.00");
  const usedIn = async (id: number, query = {}) =>
    (await company.entries(id, query, user.token)).map(({ used }) => used);
  expect(await usedIn(own.id)).toEqual(["10.00"]);
  expect(await usedIn(both.id)).toEqual([null]);
  expect(await usedIn(own.id, { ordering: "-used" })).toEqual(["10.00"]);
});

test("a budget of a node covers everything below it, and follows places that move (BUDG-001 partly)", async () => {
  const company = await setUpHierarchy(testServer);
  const north = await company.child("North", company.root);
  const rig = await company.child("Rig", north);
  const south = await company.child("South", company.root);
  const site = await company.addSite({ nodeId: rig, name: `Site of ${company.slug}` });
  const { token } = company;
  const create = (given: object) =>
    testServer.call(budgetEndpoints.create, {
      token,
      body: { name: "North", amount: "100", period: "year", nodes: [north], ...given } as never,
    });
  const overlapping = await create({ nodes: [north, rig] });
  expect(overlapping.body).toEqual({ nodes: ["Rig is below North, which is chosen already."] });
  const elsewhere = await create({ nodes: [south], sites: [site.id] });
  expect(Object.keys(elsewhere.body)).toEqual(["sites"]);
  const { id } = (await create({})).body;
  await company.order("10.00", { site });
  const used = async () =>
    (await testServer.call(budgetEndpoints.find, { token, params: { id } })).body.committed;
  expect(await used()).toBe("10.00");
  const atNode = await testServer.call(budgetEndpoints.list, { token, query: { node: String(rig) } });
  expect(atNode.body.results.map((one) => one.id)).toEqual([id]);
  await testServer.sql("update sites set node_id = $1 where id = $2", [south, site.id]);
  const recount = async () =>
    (await testServer.call(budgetEndpoints.find, { token, params: { id } })).body.recount;
  // Until it is computed again, its figures are said to be old.
  expect(await recount()).toMatchObject({ failed: false });
  await renewStaleBudgets(testServer.services.database.platform);
  await recountBudgets(testServer.services.jobs, company.companyId);
  await expect.poll(used).toBe("0.00");
  expect(await recount()).toBeNull();
});

test("a node that a budget names is not deleted until the budget is over, and a site that is gone is said with it (BUDG-001 partly)", async () => {
  const company = await setUpHierarchy(testServer);
  const node = await company.child("North", company.root);
  const { token } = company;
  const create = async (name: string) => {
    const body = { name, amount: "100", period: "year", repeats: false, nodes: [node] } as never;
    return (await testServer.call(budgetEndpoints.create, { token, body })).body;
  };
  const [budget, other] = [await create("North"), await create("Next")];
  const refused = async (detail: string) =>
    expect(await company.deleteNode(node)).toMatchObject({
      status: 409,
      body: { code: "node.budget", detail },
    });
  await refused("The budgets “Next”, “North” cover this node: change them first.");
  const begins = (day: string) =>
    testServer.sql("update budget_coverages set starts_on = $1 where budget_id = $2", [day, other.id]);
  await begins(`${YEAR - 2}-01-01`);
  await refused("The budget “North” covers this node: change it first.");
  await begins(`${YEAR + 2}-01-01`);
  await refused("The budgets “Next”, “North” cover this node: change them first.");
  await begins(`${YEAR - 2}-01-01`);
  const update = (changes: object) =>
    testServer.call(budgetEndpoints.update, { token, params: { id: budget.id }, body: changes as never });
  const site = await company.addSite({ name: `Yard of ${company.slug}` });
  expect((await update({ nodes: [], sites: [site.id] })).status).toBe(200);
  expect((await company.deleteNode(node)).status).toBe(200);
  await testServer.sql("update sites set deleted_at = now() where id = $1", [site.id]);
  expect((await update({ amount: "200" })).body.place_names).toEqual([`Yard of ${company.slug} (deleted)`]);
  // Before nodes of budgets stayed, a budget could be left without them.
  await testServer.sql("update budget_coverages set site_ids = null, node_ids = $1 where budget_id = $2", [
    [node],
    budget.id,
  ]);
  expect(Object.keys((await update({ amount: "300" })).body)).toEqual(["nodes"]);
});
