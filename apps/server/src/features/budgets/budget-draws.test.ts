import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { updateOrderProgress } from "@mcc/contract/integration/integration.api.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
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

/** Steps that may race each other, until so many have been drawn. */
const DRAWS = volume(60, 10_000);
/** More in one company would measure how long lists get. */
const DRAWS_OF_COMPANY = 500;

test("whatever is drawn of arrivals, decisions, changes, updates by the provider and cancellations at once, each budget is what one loop over the orders finds (BUDG-002 partly, BUDG-003 partly, EDIT-005 partly)", {
  timeout: 3_600_000,
}, async ({ task }) => {
  for (let drawn = 0, round = 0; drawn < DRAWS; round++) {
    const random = randomFor(`budgets, ${process.env.MCC_SEED ?? 1}, ${round}`);
    const company = await setUpBudgetCompany(testServer);
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
      const { body } = await company.look(company.token, identifier);
      const found = body.lines.find(({ product }) => product === "A");
      return company.changeLine(company.token, identifier, found?.id ?? 0, random.integer(1, 3));
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
    const known = (act: (identifier: string) => Promise<{ status: number }>) => () =>
      identifiers.length === 0 ? arrive() : act(random.pick(identifiers));
    const acts = [
      [arrive, 30],
      [known((one) => company.approve(company.token, one)), 20],
      [known((one) => company.reject(company.token, one)), 8],
      [known(reduce), 15],
      [known((one) => company.remove(company.token, one, "B")), 8],
      [known(cancel), 8],
      [known((one) => company.sendOrder(one, "", drawOrder())), 10],
      [
        known((one) => company.changeFields(company.token, one, { afe_number: "AFE-1", reason: "Theirs" })),
        5,
      ],
    ] as const;
    for (let here = 0; here < DRAWS_OF_COMPANY && drawn < DRAWS; ) {
      const count = Math.min(random.integer(1, 5), DRAWS - drawn);
      const chosen = Array.from({ length: count }, () => random.weighted(acts));
      // One change of a budget at a time, so that what it covers in the end is known.
      if (random.chance(0.1)) chosen.push(change);
      const answers = await Promise.all(chosen.map(sent));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      [drawn, here] = [drawn + count, here + count];
      const orders = await testServer.sql<PlainOrder>(
        `select site_id::int, afe_number, to_char(order_date at time zone 'UTC', 'YYYY-MM-DD') as day, status, total::text
         from orders where company_id = $1`,
        [company.companyId],
      );
      const { body } = await testServer.call(budgetEndpoints.list, { token: company.token, query: {} });
      expect(body.results.map(({ name, reserved, committed }) => [name, reserved, committed])).toEqual(
        budgets.map((budget) => [budget.given.name, ...recomputed(budget, orders)]),
      );
    }
    expect(await company.drift()).toEqual([]);
    countCases(task, Math.min(DRAWS_OF_COMPANY, DRAWS));
  }
  const { succeeded, lines } = await verifyBudgets(testServer.services.database.platform);
  expect([succeeded, ...lines.slice(1)]).toEqual([true, "Every balance is the sum of its entries."]);
});
