import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { updateOrderProgress } from "@mcc/contract/integration/integration.api.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, expect, test } from "vitest";
import { randomFor } from "../../demo/random.ts";
import { sent } from "../../testing/approval-company.ts";
import { countCases, volume } from "../../testing/battery.ts";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { verifyBudgets } from "./budget-verification.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** What an order costs and where, as it is stored, and nothing of budgets. */
interface PlainOrder {
  readonly identifier: string;
  readonly site_id: number;
  readonly afe_number: string | null;
  readonly day: string;
  readonly status: number;
  readonly total: string;
}

/** The figures of a budget by one loop over all orders. */
const recomputed = (
  { sites, afe, month }: { sites: readonly number[]; afe: string | null; month: string | null },
  orders: readonly PlainOrder[],
): [string, string] => {
  let [reserved, committed] = [0n, 0n];
  for (const order of orders) {
    if (sites.length > 0 && !sites.includes(order.site_id)) continue;
    if (afe !== null && order.afe_number?.toLowerCase() !== afe.toLowerCase()) continue;
    if (month !== null && !order.day.startsWith(month)) continue;
    const status = statusOf(order.status);
    if (status === "Pending Approval") reserved += centsOf(order.total);
    else if (status !== "Rejected" && status !== "Canceled") committed += centsOf(order.total);
  }
  return [moneyOf(reserved), moneyOf(committed)];
};

/** Rounds of acts at once. */
const ROUNDS = volume(60, 10_000);
/** More in one company would measure how long lists get. */
const ROUNDS_OF_COMPANY = 200;
/** Acts are on one of so many last orders, mostly of those that are pending, so that they meet on the same ones. */
const LAST_ORDERS = 4;

type Act = () => Promise<{ readonly status: number }>;

test("whatever is drawn of arrivals, decisions, changes, updates by the provider and cancellations at once, each budget is what one loop over the orders finds (BUDG-002 partly, BUDG-003 partly, EDIT-005 partly)", {
  timeout: 3_600_000,
}, async ({ task }) => {
  const succeeded = new Set<string>();
  for (let drawn = 0; drawn < ROUNDS; ) {
    const random = randomFor(`budgets, ${process.env.MCC_SEED ?? 1}, ${drawn}`);
    const company = await setUpBudgetCompany(testServer);
    await testServer.call(updateReminderSettings, {
      token: company.token,
      body: { changeable_fields: ["afe_number"] },
    });
    const other = await company.addSite();
    await company.rule({ roleId: await company.role("Finance"), limit: 50 });
    const role = await company.role("Controller");
    const month = new Date().toISOString().slice(0, 7);
    const kept = [
      {
        given: { name: "A", beyond: "step", role, amount: "700" },
        sites: [company.site.id],
        afe: null,
        month: null,
      },
      { given: { name: "B", sites: [], afe_number: "afe-1" }, sites: [], afe: "AFE-1", month: null },
      {
        given: { name: "C", period: "month", sites: [company.site.id, other.id] },
        sites: [company.site.id, other.id],
        afe: null,
        month,
      },
    ];
    const budgets: ((typeof kept)[number] & { readonly id: number })[] = [];
    for (const one of kept) budgets.push({ ...one, id: (await company.budget(one.given)).id });
    const identifiers: string[] = [];
    const line = (product: string, quantity: number, price: string) => ({
      ...{ product, text: product, sku: product, quantity, base_unit_price_value: price },
    });
    const drawOrder = () => ({
      site: random.pick([company.site, other]),
      fields: {
        afe_number: random.pick(["AFE-1", "afe-1", "AFE-2", null]),
        ...(random.chance(0.3) && { order_date: `${month}-01T12:00:00Z` }),
        ...(random.chance(0.1) && { status: "Canceled" }),
      },
      lines: [
        line("A", random.integer(1, 4), `${random.integer(1, 60)}.${random.digits(2)}`),
        line("B", 2, "0.37"),
      ],
    });
    const arrive = async () => {
      const { identifier } = await company.order("", drawOrder());
      identifiers.push(identifier);
      return { status: 200 };
    };
    const reduce = async (identifier: string) => {
      const quantity = random.integer(1, 3);
      const { body } = await company.look(company.token, identifier);
      const found = body.lines.find(({ product }) => product === "A");
      return company.changeLine(company.token, identifier, found?.id ?? 0, quantity);
    };
    const cancel = (identifier: string) =>
      testServer.call(updateOrderProgress, {
        params: { slug: company.slug, identifier },
        headers: company.headers,
        body: { status: "Canceled" } as never,
      });
    const change = () => {
      const budget = random.pick(budgets);
      if (budget.given.name !== "A")
        return company.update(budget.id, { amount: `${random.integer(1, 900)}` });
      budget.sites = random.pick([[company.site.id], [company.site.id, other.id], [other.id]]);
      return company.update(budget.id, { sites: budget.sites });
    };
    await arrive();
    let pending: string[] = [];
    const known = (act: (identifier: string) => ReturnType<Act>): Act => {
      return () => {
        const among = pending.length > 0 && random.chance(0.8) ? pending : identifiers;
        return act(random.pick(among.slice(-LAST_ORDERS)));
      };
    };
    const acts: readonly (readonly [name: string, act: Act, weight: number])[] = [
      ["arrival", arrive, 25],
      ["approval", known((one) => company.approve(company.token, one)), 20],
      ["rejection", known((one) => company.reject(company.token, one)), 8],
      ["reduced quantity", known(reduce), 15],
      ["removed line", known((one) => company.remove(company.token, one, "B")), 10],
      ["cancellation", known(cancel), 8],
      ["update by the provider", known((one) => company.sendOrder(one, "", drawOrder())), 10],
      [
        "other AFE",
        known((one) =>
          company.changeFields(company.token, one, { afe_number: random.pick(["AFE-1", "AFE-2"]) }),
        ),
        12,
      ],
    ];
    for (let here = 0; here < ROUNDS_OF_COMPANY && drawn < ROUNDS; here++, drawn++) {
      const chosen = Array.from({ length: random.integer(2, 4) }, () =>
        random.weighted(acts.map(([name, act, weight]) => [{ name, act }, weight])),
      );
      // One change of a budget at a time, so that what it covers in the end is known.
      if (random.chance(0.1)) chosen.push({ name: "changed budget", act: change });
      const answers = await Promise.all(chosen.map(({ act }) => sent(act)));
      for (const [at, { name }] of chosen.entries()) if (answers[at]?.status === 200) succeeded.add(name);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const orders = await testServer.sql<PlainOrder>(
        `select identifier, site_id::int, afe_number, to_char(order_date at time zone 'UTC', 'YYYY-MM-DD') as day, status, total::text
         from orders where company_id = $1 order by id`,
        [company.companyId],
      );
      pending = orders
        .filter(({ status }) => statusOf(status) === "Pending Approval")
        .map(({ identifier }) => identifier);
      const { body } = await testServer.call(budgetEndpoints.list, { token: company.token, query: {} });
      expect(body.results.map(({ name, reserved, committed }) => [name, reserved, committed])).toEqual(
        budgets.map((budget) => [budget.given.name, ...recomputed(budget, orders)]),
      );
    }
    expect(await company.drift()).toEqual([]);
    expect(succeeded).toEqual(new Set([...acts.map(([name]) => name), "changed budget"]));
  }
  countCases(task, ROUNDS);
  const verified = await verifyBudgets(testServer.services.database.platform);
  expect([verified.succeeded, ...verified.lines.slice(1)]).toEqual([
    true,
    "Every balance is the sum of its entries.",
  ]);
});
