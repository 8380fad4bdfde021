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

  test("an order that arrives accepted commits at once, and one canceled later gives it back (BUDG-002)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const { id } = await company.budget();
    const { identifier } = await company.order("250.00");
    expect(await company.figures(id)).toEqual(["0.00", "250.00", "750.00"]);
    await company.order("250.00", { identifier, fields: { status: "Canceled" } });
    expect(await company.figures(id)).toEqual(["0.00", "0.00", "1000.00"]);
    expect((await company.entries(id)).map(({ kind }) => kind)).toEqual(["commit", "release"]);
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

  test("removing lines takes the step of a budget away again (BUDG-004)", async () => {
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
