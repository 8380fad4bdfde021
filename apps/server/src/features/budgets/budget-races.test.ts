import { ingestOrders } from "@mcc/contract/integration/integration.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { slotLimits } from "../../platform/http/limits/limits.ts";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { lockApprovalSettings } from "../approval-rules/approval-settings.queries.ts";
import { verifyBudgets } from "./budget-verification.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** The requirement is about 1,000; fewer find the same races. */
const ORDERS = Number(process.env.MCC_BUDGET_ORDERS ?? 60);
const MS_EACH = 1_000;
/** A key has only so many requests in progress: each sender waits for its response before it sends the next order. */
const SENDERS = slotLimits.requests.each;

const verified = async () => (await verifyBudgets(testServer.services.database.platform)).lines;

test("orders that arrive at once on one budget end with the exact sum, and exactly those beyond it have the step (BUDG-010 partly)", {
  timeout: 300_000 + ORDERS * MS_EACH,
}, async () => {
  const company = await setUpBudgetCompany(testServer);
  const role = await company.role("Controller");
  const within = Math.floor(ORDERS / 2);
  const { id } = await company.budget({ beyond: "step", role, amount: `${within}.00` });
  await company.budget({ name: "All" });
  let unsent = ORDERS;
  const sender = async () => {
    while (unsent-- > 0) await company.order("1.00");
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  expect(await company.figures(id)).toEqual([
    `${ORDERS - within}.00`,
    `${within}.00`,
    `${within - ORDERS}.00`,
  ]);
  const [steps] = await testServer.sql<{ orders: string; reasons: string }>(
    "select count(*) as orders, count(distinct reason) as reasons from order_steps where company_id = $1 and budget_id = $2",
    [company.companyId, id],
  );
  expect([Number(steps?.orders), Number(steps?.reasons)]).toEqual([ORDERS - within, ORDERS - within]);
  expect(await company.drift()).toEqual([]);
});

test("approvals, rejections, removals, cancellations, retries and changes of budgets at once count nothing twice and lose nothing (BUDG-003 partly, EDIT-005 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const other = await company.addSite();
  await company.rule({ roleId: await company.role("Finance"), limit: 0 });
  const role = await company.role("Controller");
  const budgets = [
    await company.budget({ name: "A", beyond: "step", role, amount: "900" }),
    await company.budget({ name: "B", sites: [company.site.id, other.id] }),
    await company.budget({ name: "C", sites: [other.id], amount: "100", beyond: "step", role }),
  ];
  const line = (product: string, price: string) => ({
    ...{ product, text: product, sku: product, quantity: 1, base_unit_price_value: price },
  });
  const orders = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      company.order("70.70", {
        site: at % 3 === 0 ? other : company.site,
        lines: [line("A", "50.50"), line("B", "20.20")],
      }),
    ),
  );
  const [first, second, third] = budgets.map((budget) => budget.id) as [number, number, number];
  const done = await Promise.all([
    ...orders.flatMap(({ identifier }, at) => [
      company.approve(company.token, identifier),
      ...(at % 2 === 0 ? [company.remove(company.token, identifier, "B")] : []),
      ...(at % 3 === 1 ? [company.reject(company.token, identifier)] : []),
    ]),
    company.update(first, { amount: "500" }),
    company.update(second, { sites: [company.site.id] }),
    company.update(third, { sites: [company.site.id, other.id] }),
    ...Array.from({ length: 8 }, () => company.order("3.30", { identifier: "retried" })),
  ]);
  expect(done.filter((one) => "status" in one && Number(one.status) >= 500)).toEqual([]);
  expect(await company.drift()).toEqual([]);
  expect(await verified()).toContain("Every balance is the sum of its entries.");
});

test("entries can be neither changed nor deleted, by requests or by jobs (BUDG-002 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  await company.budget();
  await company.order("10.00");
  const { platform } = testServer.services.database;
  for (const change of [
    platform.updateTable("budget_entries").set({ reserved: "0" }),
    platform.deleteFrom("budget_entries"),
    platform.updateTable("budget_balances").set({ reserved: "0" }),
  ])
    await expect(change.execute()).rejects.toThrow("permission denied");
  const rights = await testServer.sql<{ allowed: boolean }>(
    `select has_table_privilege('mcc_request', 'tenant.budget_entries', privilege) as allowed
     from unnest(array['insert', 'update', 'delete']) as privilege`,
  );
  expect(rights.map(({ allowed }) => allowed)).toEqual([false, false, false]);
});

test("a batch of orders moves budgets one after the other, and repeating it changes nothing (BUDG-003 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const role = await company.role("Controller");
  const { id } = await company.budget({ beyond: "step", role, amount: "3" });
  const lines = Array.from({ length: 5 }, (_, at) =>
    JSON.stringify({
      identifier: `batch-${company.slug}-${at}`,
      ecommerce_username: company.site.shopUser,
      lines: [{ text: "Valve", product: "P", quantity: 1, base_unit_price_value: "1.00" }],
    }),
  );
  const send = () =>
    fetch(`${testServer.address}/api${ingestOrders.path.replace(":slug", company.slug)}`, {
      method: "POST",
      headers: { ...company.headers, "content-type": "application/x-ndjson" },
      body: lines.join("\n"),
    }).then((response) => response.text());
  for (let round = 0; round < 2; round++) {
    expect(await send()).not.toContain('"status":5');
    expect(await company.figures(id)).toEqual(["2.00", "3.00", "-2.00"]);
  }
  expect(await company.entries(id)).toHaveLength(5);
});

/** Switches approvals off while `act` is under way, which has to wait for that. */
const whileSwitchingOff = async <T>(companyId: number, act: () => Promise<T>): Promise<T> => {
  const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const switching = platformTransaction(testServer.services.database, async (db) => {
    await lockApprovalSettings({ db, companyId });
    await sql`update company_configurations set has_order_approval = false where company_id = ${companyId}`.execute(
      db,
    );
    locked.resolve();
    await waiting.promise;
  });
  await locked.promise;
  const acting = act();
  try {
    await expect
      .poll(() =>
        testServer.sql(
          "select from pg_locks where locktype = 'advisory' and classid = 7001 and objid = $1 and not granted",
          [companyId],
        ),
      )
      .toHaveLength(1);
  } finally {
    waiting.resolve();
    await switching;
  }
  return acting;
};

test("an order that arrives while approvals are switched off gets no step of a budget, and is counted (BUDG-003 partly)", async () => {
  const company = await setUpBudgetCompany(testServer);
  const role = await company.role("Controller");
  const { id } = await company.budget({ beyond: "step", role, amount: "10" });
  const { identifier } = await whileSwitchingOff(company.companyId, () => company.order("25.00"));
  const stored = await testServer.sql<{ status: number; steps: number }>(
    `select status, (select count(*)::int from order_steps where order_id = orders.id) as steps from orders
     where company_id = $1 and identifier = $2`,
    [company.companyId, identifier],
  );
  expect(stored).toEqual([{ status: codeOf(ORDER_STATUSES, "Accepted"), steps: 0 }]);
  expect(await company.figures(id)).toEqual(["0.00", "25.00", "-15.00"]);
});

test("an order that is changed while approvals are switched off stays as it was (EDIT-004 partly)", async () => {
  const item = (product: string) => ({
    ...{ product, sku: product, text: product, quantity: 3, base_unit_price_value: "10.00" },
  });
  const acts = [
    (company: Company, { identifier, line }: Placed) =>
      company.changeLine(company.token, identifier, line, 1),
    (company: Company, { identifier }: Placed) => company.remove(company.token, identifier, "A"),
    (company: Company, { identifier }: Placed) =>
      company.changeFields(company.token, identifier, { afe_number: "AFE-1" }),
  ];
  for (const act of acts) {
    const company = await setUpBudgetCompany(testServer);
    await company.rule({ roleId: await company.role("Site"), limit: 0 });
    await testServer.call(updateReminderSettings, {
      token: company.token,
      body: { changeable_fields: ["afe_number"] },
    });
    const { id } = await company.budget();
    const order = await company.order("0", { lines: [item("A"), item("B")] });
    const [first] = await testServer.sql<{ id: number }>(
      "select id from order_lines where order_id = $1 and sku = 'A'",
      [order.id],
    );
    const placed = { identifier: order.identifier, line: Number(first?.id) };
    const refused = await whileSwitchingOff(company.companyId, () => act(company, placed));
    expect([refused.status, refused.body]).toEqual([
      ...[400, expect.objectContaining({ code: "order.not_pending" })],
    ]);
    expect(await company.figures(id)).toEqual(["60.00", "0.00", "940.00"]);
  }
});
type Company = Awaited<ReturnType<typeof setUpBudgetCompany>>;
interface Placed {
  readonly identifier: string;
  readonly line: number;
}
