import { accessCoverage, orderAccess } from "@mcc/contract/access/access-questions.api.ts";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { findSimulation, startSimulation } from "@mcc/contract/approval-rules/simulations.api.ts";
import { budgetsOfOrders } from "@mcc/contract/budgets/budgets.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const line = (product: string, price: string) => ({
  product,
  text: product,
  sku: product,
  quantity: 1,
  base_unit_price_value: price,
});

describe("orders and budgets", () => {
  test("an order reserves when it arrives, commits when it is approved, and gives back when it is reduced or rejected; the entries add up (BUDG-002)", async () => {
    const company = await setUpBudgetCompany(testServer);
    await company.rule({ roleId: await company.role("Finance"), limit: 0 });
    const { id } = await company.budget();
    const first = await company.order("100.10", { lines: [line("A", "60.10"), line("B", "40.00")] });
    expect(await company.figures(id)).toEqual(["100.10", "0.00", "899.90"]);
    expect((await company.remove(company.token, first.identifier, "B")).status).toBe(200);
    expect(await company.figures(id)).toEqual(["60.10", "0.00", "939.90"]);
    expect((await company.approve(company.token, first.identifier)).status).toBe(200);
    expect(await company.figures(id)).toEqual(["0.00", "60.10", "939.90"]);
    const second = await company.order("20.00");
    expect((await company.reject(company.token, second.identifier)).status).toBe(200);
    expect(await company.figures(id)).toEqual(["0.00", "60.10", "939.90"]);
    const entries = await company.entries(id);
    expect(entries.map(({ kind, amount, order, used }) => [kind, amount, order, used])).toEqual([
      ["reserve", "100.10", first.identifier, "100.10"],
      ["release", "-40.00", first.identifier, "60.10"],
      ["commit", "60.10", first.identifier, "60.10"],
      ["reserve", "20.00", second.identifier, "80.10"],
      ["release", "-20.00", second.identifier, "60.10"],
    ]);
    expect(entries.map(({ actor }) => actor)[0]).toBe("API key ERP");
    expect(await company.drift()).toEqual([]);
  });

  test("an order that arrives accepted commits at once, and one canceled later gives it back (BUDG-002 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const { id } = await company.budget();
    const { identifier } = await company.order("250.00");
    expect(await company.figures(id)).toEqual(["0.00", "250.00", "750.00"]);
    await company.order("250.00", { identifier, fields: { status: "Canceled" } });
    expect(await company.figures(id)).toEqual(["0.00", "0.00", "1000.00"]);
    expect((await company.entries(id)).map(({ kind }) => kind)).toEqual(["commit", "release"]);
  });

  test("an accepted order that is sent again with a larger total goes beyond a budget without a step, and is counted (BUDG-004 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const role = await company.role("Controller");
    const { id } = await company.budget({ beyond: "step", role });
    const { identifier } = await company.order("900.00");
    await company.order("1240.00", { identifier });
    const { body } = await company.look(company.token, identifier);
    expect([body.status, body.approval_steps]).toEqual(["Accepted", []]);
    expect(await company.figures(id)).toEqual(["0.00", "1240.00", "-240.00"]);
  });

  test("an order beyond the budget gets one more step with its reason, one within does not (BUDG-004)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const role = await company.role("Controller");
    const controller = await company.person({ roleId: role });
    const { id } = await company.budget({ beyond: "step", role, period: "year", amount: "50000" });
    const within = await company.order("49000.00");
    expect((await company.look(company.token, within.identifier)).body.status).toBe("Accepted");
    const beyond = await company.order("2240.00");
    const { body } = await company.look(controller.token, beyond.identifier);
    expect(body.status).toBe("Pending Approval");
    const year = new Date().getUTCFullYear();
    expect(body.approval_steps).toMatchObject([
      { name: "Controller", state: "open", reason: `Rig 117, ${year}: $1,240.00 beyond $50,000.00` },
    ]);
    expect(body.approvable_by_current_user).toBe(true);
    expect(await company.figures(id)).toEqual(["2240.00", "49000.00", "-1240.00"]);
    expect((await company.approve(controller.token, beyond.identifier)).body.status).toBe("Accepted");
    expect(await company.figures(id)).toEqual(["0.00", "51240.00", "-1240.00"]);
    expect(await company.budgetsOf(beyond.identifier)).toMatchObject([
      { id, this_order: "2240.00", left_before: "1000.00", left_after: "-1240.00", beyond: true },
    ]);
  });

  test("the reason of a step has amounts only for those who may see the budget or decide (BUDG-009 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const other = await company.addSite();
    const role = await company.role("Controller");
    const [bystander, everywhere, owner] = [
      await company.person(),
      await company.person({ sites: [company.site, other] }),
      await company.person(),
    ];
    const controller = await company.person({ roleId: role });
    await company.budget({ beyond: "step", role, sites: [company.site.id, other.id], owners: [owner.id] });
    const { identifier } = await company.order("1240.00");
    const reasons = () =>
      Promise.all(
        [bystander, everywhere, owner, controller, company.admin].map(
          async ({ token }) => (await company.look(token, identifier)).body.approval_steps[0]?.reason,
        ),
      );
    const short = `Rig 117, ${new Date().getUTCFullYear()}`;
    const whole = `${short}: $240.00 beyond $1,000.00`;
    expect(await reasons()).toEqual([short, whole, whole, whole, whole]);
    // Who has decided keeps what they decided by.
    await company.approve(controller.token, identifier);
    expect(await reasons()).toEqual([short, whole, whole, whole, whole]);
  });

  test("removing lines takes the step of a budget away again (BUDG-004 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const role = await company.role("Controller");
    const { id } = await company.budget({ beyond: "step", role });
    const { identifier } = await company.order("1100.00", {
      lines: [line("A", "900.00"), line("B", "150.00"), line("C", "50.00")],
    });
    await company.remove(company.token, identifier, "C");
    const still = (await company.look(company.token, identifier)).body;
    expect(still.approval_steps[0]?.reason).toContain("$50.00 beyond $1,000.00");
    const { body } = await company.remove(company.token, identifier, "B");
    expect([body.status, body.approval_steps[0]?.state]).toEqual(["Accepted", "dropped"]);
    expect(await company.figures(id)).toEqual(["0.00", "900.00", "100.00"]);
    expect(await company.drift()).toEqual([]);
  });
});

test("whoever may decide sees what is left before and after, for one order and for several (BUDG-005 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const roleId = await company.role("Finance");
  await company.rule({ roleId, limit: 0 });
  const approver = await company.person({ roleId });
  const other = await company.addSite();
  const { id } = await company.budget({ sites: [company.site.id, other.id], amount: "50" });
  const onlooker = await company.person();
  const orders = [await company.order("20.00"), await company.order("40.00")];
  const [first, second] = orders;
  // Who comes first has the money first: the order after it is the one that goes beyond.
  expect(await company.budgetsOf(first?.identifier ?? "", approver.token)).toMatchObject([
    { left_before: "50.00", this_order: "20.00", left_after: "30.00", beyond: false, reason: null },
  ]);
  expect(await company.budgetsOf(second?.identifier ?? "", approver.token)).toMatchObject([
    { id, amount: "50.00", left_before: "30.00", this_order: "40.00", left_after: "-10.00", beyond: true },
  ]);
  expect(await company.budgetsOf(second?.identifier ?? "", onlooker.token)).toMatchObject([
    { id, amount: null, left_before: null, left_after: null, this_order: "40.00" },
  ]);
  const asked = (token: string) =>
    testServer.call(budgetsOfOrders, { token, query: { id: orders.map((one) => String(one.id)) } as never });
  expect((await asked(approver.token)).body.results).toMatchObject([
    { id, left_before: "50.00", these_orders: "60.00", left_after: "-10.00", beyond: true },
  ]);
  expect((await asked(onlooker.token)).body.results).toEqual([]);

  // Money that is spent is gone for both, whoever came first; a decided order says what was left then.
  await company.approve(approver.token, second?.identifier ?? "");
  expect(await company.budgetsOf(first?.identifier ?? "", approver.token)).toMatchObject([
    { left_before: "10.00", left_after: "-10.00", beyond: true },
  ]);
  await company.order("5.00");
  expect(await company.budgetsOf(second?.identifier ?? "", company.token)).toMatchObject([
    { left_before: "30.00", this_order: "40.00", left_after: "-10.00" },
  ]);
});

describe("the step of a budget is a step like every other", () => {
  const openStep = async () => {
    const company = await setUpBudgetCompany(testServer);
    const role = await company.role("Controller");
    const { id } = await company.budget({ beyond: "step", role, amount: "10" });
    return { company, role, id };
  };

  test("the access page names who decides, and the coverage check where nobody could (BUDG-011 partly)", async () => {
    const { company, role, id } = await openStep();
    const { token } = company;
    const missing = (await testServer.call(accessCoverage, { token })).body;
    expect(missing.sites.results).toMatchObject([
      { id: company.site.id, rules: [{ id: -id, name: "Controller (beyond Rig 117)" }] },
    ]);
    const controller = await company.person({ roleId: role });
    expect((await testServer.call(accessCoverage, { token })).body.sites.count).toBe(0);
    const { identifier } = await company.order("20.00");
    const { body } = await testServer.call(orderAccess, { token, params: { identifier } });
    expect(body.steps).toMatchObject([
      { name: "Controller", reason: expect.stringContaining("$10.00 beyond") },
    ]);
    expect(body.approvers).toMatchObject([{ id: controller.id, by: "role" }]);
    const theirs = await testServer.call(userAccess, { token, params: { id: controller.id }, query: {} });
    expect(theirs.body.approvals).toMatchObject({ pending_count: 1, budgets: [{ id, name: "Rig 117" }] });
    expect((await company.removeBudget(id)).body).toMatchObject({ code: "budget.pending" });
  });

  test("the simulator counts it for today's rules and for a draft, as the access page does (BUDG-011)", async () => {
    const { company, role } = await openStep();
    await company.person({ roleId: role });
    await company.order("20.00");
    const { identifier } = await company.order("20.00");
    const { token } = company;
    const { steps } = (await testServer.call(orderAccess, { token, params: { identifier } })).body;
    expect(steps).toMatchObject([{ name: "Controller", state: "open" }]);
    const { id } = (await testServer.call(startSimulation, { token, body: { rules: [] } })).body;
    const found = async () => (await testServer.call(findSimulation, { token, params: { id } })).body;
    await expect.poll(async () => (await found()).state).toBe("done");
    expect((await found()).result).toMatchObject({
      before: { steps: 2, passing: { orders: 0 }, unassigned: { orders: 0 } },
      after: { steps: 2, passing: { orders: 0 } },
      changed: 0,
    });
  });
});
