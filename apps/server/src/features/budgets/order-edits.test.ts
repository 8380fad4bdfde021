import { budgetsOfOrders } from "@mcc/contract/budgets/budgets.api.ts";
import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

type Company = Awaited<ReturnType<typeof openCompany>>;

/** Every order needs an approval by the admin; what goes beyond AFE-A needs the controller too. */
const openCompany = async (settings: object = {}) => {
  const company = await setUpBudgetCompany(testServer);
  const siteRole = await company.role("Site");
  await company.rule({ roleId: siteRole, limit: 0 });
  const role = await company.role("Controller");
  const { status } = await testServer.call(updateReminderSettings, {
    token: company.token,
    body: { changeable_fields: ["po_number", "afe_number"], ...settings } as never,
  });
  expect(status).toBe(200);
  const of = (name: string) =>
    company.budget({ name, sites: [], afe_number: name, amount: "100.00", beyond: "step", role });
  return { ...company, siteRole, controller: role, a: (await of("AFE-A")).id, b: (await of("AFE-B")).id };
};

const place = async (company: Company, quantity: number) => {
  const item = { product: "P", sku: "P", text: "Pump", quantity, base_unit_price_value: "10.00" };
  const { identifier, id } = await company.order("0", { lines: [item], fields: { afe_number: "AFE-A" } });
  const [line] = await testServer.sql<{ id: number }>("select id from order_lines where order_id = $1", [id]);
  return { identifier, id, line: Number(line?.id) };
};

const openSteps = async (orderId: number) =>
  (
    await testServer.sql<{ name: string }>(
      "select name from order_steps where order_id = $1 and state = 'open' order by position",
      [orderId],
    )
  ).map(({ name }) => name);

describe("an order that its approver changes", () => {
  test("moves its budget in the same transaction, and its step goes when it no longer goes beyond (EDIT-005 partly)", async () => {
    const company = await openCompany();
    const { identifier, id, line } = await place(company, 12);
    expect(await openSteps(id)).toEqual(["Site", "Controller"]);
    expect(await company.figures(company.a)).toEqual(["120.00", "0.00", "-20.00"]);
    expect((await company.changeLine(company.token, identifier, line, 9, "Nine will do")).status).toBe(200);
    expect(await openSteps(id)).toEqual(["Site"]);
    expect(await company.figures(company.a)).toEqual(["90.00", "0.00", "10.00"]);
    expect(await company.drift()).toEqual([]);
  });

  test("is stored by the transaction that moves its budget, as are its steps (EDIT-005)", async () => {
    const company = await openCompany();
    const { identifier, id, line } = await place(company, 12);
    expect((await company.changeLine(company.token, identifier, line, 9, "Nine will do")).status).toBe(200);
    // The rows of one transaction have its number.
    const written = await testServer.sql<{ written_by: string }>(
      `select xmin::text as written_by from order_changes where order_id = $1
       union all select xmin::text from order_lines where id = $2
       union all select xmin::text from order_steps where order_id = $1 and state = 'dropped'
       union all (select xmin::text from budget_entries where order_id = $1 order by id desc limit 1)
       union all select xmin::text from budget_balances where budget_id = $3`,
      [id, line, company.a],
    );
    expect(written).toEqual(Array(5).fill(written[0]));
  });

  test("before others that came later is within its budget when it is reduced to what was left then (EDIT-005 partly)", async () => {
    const company = await openCompany();
    const first = await place(company, 12);
    const second = await place(company, 5);
    const shares = () => company.budgetsOf(first.identifier);
    const less = (quantity: number) =>
      company.changeLine(company.token, first.identifier, first.line, quantity, "Less");
    expect(await openSteps(first.id)).toEqual(["Site", "Controller"]);
    expect((await less(11)).status).toBe(200);
    const [step] = await testServer.sql<{ reason: string }>(
      "select reason from order_steps where order_id = $1 and state = 'open' and budget_id = $2",
      [first.id, company.a],
    );
    expect(step?.reason).toMatch(/: \$10\.00 beyond \$100\.00$/);
    expect(await shares()).toMatchObject([{ left_after: "-10.00", reason: step?.reason }]);
    const preview = await company.previewLine(company.token, first.identifier, first.line, 9);
    expect(preview.body).toMatchObject({
      approval_steps: [{ state: "open" }, { name: "Controller", state: "dropped" }],
    });
    expect((await less(9)).status).toBe(200);
    expect(await openSteps(first.id)).toEqual(["Site"]);
    expect(await shares()).toMatchObject([{ left_after: "10.00", beyond: false, reason: null }]);
    expect(await openSteps(second.id)).toEqual(["Site", "Controller"]);
    expect(await company.figures(company.a)).toEqual(["140.00", "0.00", "-40.00"]);
  });

  test("and comes to a budget after others have come to it is behind them, also in bulk approval (BUDG-005 partly, EDIT-005 partly)", async () => {
    const company = await openCompany();
    const first = await place(company, 6);
    const second = await place(company, 6);
    expect(await openSteps(second.id)).toEqual(["Site", "Controller"]);
    const moved = (id: string, afe_number: string) => company.changeFields(company.token, id, { afe_number });
    expect((await moved(second.identifier, "AFE-B")).status).toBe(200);
    expect(await openSteps(second.id)).toEqual(["Site"]);
    expect((await moved(first.identifier, "AFE-B")).status).toBe(200);
    expect(await openSteps(first.id)).toEqual(["Site", "Controller"]);
    expect(await company.budgetsOf(first.identifier)).toMatchObject([{ left_after: "-20.00", beyond: true }]);
    expect(await company.budgetsOf(second.identifier)).toMatchObject([
      { left_after: "40.00", beyond: false },
    ]);
    const together = await testServer.call(budgetsOfOrders, {
      token: company.token,
      query: { id: [String(first.id), String(second.id)] } as never,
    });
    expect(together.body.results).toMatchObject([
      { left_before: "100.00", these_orders: "120.00", left_after: "-20.00", beyond: true },
    ]);
    const { status } = await company.changeFields(company.token, first.identifier, { po_number: "PO-1" });
    expect(status).toBe(200);
    expect(await openSteps(first.id)).toEqual(["Site", "Controller"]);
  });

  test("keeps the step that it was asked for when an earlier order is rejected, and says so (BUDG-005 partly)", async () => {
    const company = await openCompany();
    const first = await place(company, 6);
    const second = await place(company, 6);
    const shares = () => company.budgetsOf(second.identifier);
    expect(await shares()).toMatchObject([{ left_after: "-20.00", reason: expect.stringMatching(/beyond/) }]);
    expect((await company.reject(company.token, first.identifier)).status).toBe(200);
    expect(await openSteps(second.id)).toEqual(["Site", "Controller"]);
    expect(await shares()).toMatchObject([
      { left_after: "40.00", beyond: false, reason: budgetMessages.stepStays },
    ]);
    const third = await place(company, 1);
    expect(await openSteps(third.id)).toEqual(["Site"]);
    const together = await testServer.call(budgetsOfOrders, {
      token: company.token,
      query: { id: [String(second.id), String(third.id)] } as never,
    });
    expect(together.body.results).toMatchObject([
      { these_orders: "70.00", left_after: "30.00", beyond: false, reason: budgetMessages.stepStays },
    ]);
  });

  test("goes to the budget of another AFE, also out of one that others have used up (EDIT-005 partly)", async () => {
    const company = await openCompany();
    await place(company, 9);
    const second = await place(company, 3);
    await place(company, 8);
    expect(await openSteps(second.id)).toEqual(["Site", "Controller"]);
    const changed = await company.changeFields(company.token, second.identifier, {
      ...{ afe_number: "AFE-B", reason: "Other well" },
    });
    expect(changed.status).toBe(200);
    expect(await openSteps(second.id)).toEqual(["Site"]);
    expect(await company.figures(company.a)).toEqual(["170.00", "0.00", "-70.00"]);
    expect(await company.figures(company.b)).toEqual(["30.00", "0.00", "70.00"]);
  });

  test("needs no step because others have gone beyond its budget since (EDIT-005 partly)", async () => {
    const company = await openCompany();
    const first = await place(company, 6);
    await place(company, 6);
    expect(await openSteps(first.id)).toEqual(["Site"]);
    expect((await company.changeLine(company.token, first.identifier, first.line, 5, "Less")).status).toBe(
      200,
    );
    expect(await openSteps(first.id)).toEqual(["Site"]);
    const changed = await company.changeFields(company.token, first.identifier, {
      ...{ po_number: "PO-1", reason: "Forgotten" },
    });
    expect(changed.status).toBe(200);
    expect(await openSteps(first.id)).toEqual(["Site"]);
  });

  test("keeps the step of its budget when approvals are asked for again (EDIT-005 partly)", async () => {
    const company = await openCompany({ after_change: "again" });
    const manager = await company.role("Manager");
    await company.budget({ name: "All", amount: "50.00", beyond: "step", role: manager });
    const { identifier, id, line } = await place(company, 12);
    expect(await openSteps(id)).toEqual(["Site", "Controller", "Manager"]);
    for (const roleId of [company.siteRole, company.controller]) {
      const { token } = await company.person({ roleId });
      expect((await company.approve(token, identifier)).status).toBe(200);
    }
    const { token } = await company.person({ roleId: manager });
    expect((await company.changeLine(token, identifier, line, 11, "Eleven")).status).toBe(200);
    expect(await openSteps(id)).toEqual(["Site", "Controller", "Manager"]);
    const steps = await testServer.sql<{ reason: string | null; state: string }>(
      "select state, reason from order_steps where order_id = $1 and budget_id = $2 and state <> 'dropped'",
      [id, company.a],
    );
    expect(steps).toEqual([
      { state: "open", reason: expect.stringMatching(/^AFE-A, .*: \$10\.00 beyond \$100\.00$/) },
    ]);
    expect(await company.figures(company.a)).toEqual(["110.00", "0.00", "-10.00"]);
  });

  test("is previewed as the change then leaves it, and the preview saves nothing and notifies nobody (EDIT-003 partly)", async () => {
    const company = await openCompany({ after_change: "again" });
    const { identifier, id, line } = await place(company, 12);
    const { token } = await company.person({ roleId: company.siteRole });
    expect((await company.approve(token, identifier)).status).toBe(200);
    const controller = await company.person({ roleId: company.controller });
    const stored = () =>
      testServer.sql(
        `select to_jsonb(orders) as placed, (select jsonb_agg(to_jsonb(step) order by position) from order_steps step
            where order_id = orders.id) as steps,
          (select count(*) from budget_entries where company_id = orders.company_id) as entries,
          (select count(*) from messages where company_id = orders.company_id) as messages,
          (select count(*) from events where company_id = orders.company_id) as events,
          (select count(*) from audit_entries where company_id = orders.company_id) as audited
        from orders where id = $1`,
        [id],
      );
    const notified = `select id from order_steps where order_id = $1 and is_current and notified_at is not null`;
    await expect.poll(() => testServer.sql(notified, [id])).toHaveLength(1);
    const before = await stored();
    const seenOf = ({ body }: Awaited<ReturnType<typeof company.previewLine>>) => {
      if (!("approval_steps" in body)) throw new Error(JSON.stringify(body));
      const { taxful_total_price_value: total, status, approval_steps: steps } = body;
      return [total, status, ...steps.map(({ name, state, reason }) => [name, state, reason])];
    };
    const preview = await company.previewLine(controller.token, identifier, line, 10);
    expect(preview.status).toBe(200);
    expect(seenOf(preview)).toEqual([
      ...["100.00", "Pending Approval"],
      ...[
        ["Site", "open", undefined],
        ["Controller", "dropped", expect.any(String)],
      ],
    ]);
    const other = await company.previewFields(controller.token, identifier, { afe_number: "AFE-B" });
    expect(seenOf(other).slice(2)).toContainEqual([
      ...["Controller", "open", expect.stringMatching(/^AFE-B, .*: \$20\.00 beyond \$100\.00$/)],
    ]);
    for (const [quantity, message] of [
      ["13", /^Enter less than 12/],
      ["0", /^Enter 1 or more/],
    ] as const) {
      const refused = await company.previewLine(controller.token, identifier, line, quantity);
      expect([refused.status, refused.body]).toEqual([
        ...[400, { quantity: [expect.stringMatching(message)] }],
      ]);
    }
    expect(await stored()).toEqual(before);
    const changed = await company.changeLine(controller.token, identifier, line, 10, "Ten");
    expect(seenOf(changed)).toEqual(seenOf(preview));
  });
});
