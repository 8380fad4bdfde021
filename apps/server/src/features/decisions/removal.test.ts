import { findOrder, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, type Order } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addLine, addOrder, addSite, assignSite, type OrderTraits, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;
let site: Site;
let token: string;
let role: number;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer, { approvals: true });
  site = await addSite(testServer, company);
  role = await addRole(testServer, company, { name: "Finance" });
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
});

/** A pending order of three items and a fee, 215.00 in all, with a step at `limit`. */
const pendingOrder = async (limit = 0, traits: Partial<OrderTraits> = {}) => {
  const order = await addOrder(testServer, site, {
    status: "Pending Approval",
    total: "215.00",
    subtotal: "200.00",
    lineCount: 3,
    ...traits,
  });
  for (const [sku, taxless, total] of [
    ["A", "100.00", "107.50"],
    ["B", "60.00", "64.50"],
    ["C", "30.00", "32.25"],
  ] as const) {
    await addLine(testServer, company, order.id, { sku, taxless, total });
  }
  await addLine(testServer, company, order.id, {
    sku: null,
    product: null,
    text: "Freight",
    taxless: "10.00",
    total: "10.75",
    display: false,
  });
  await addStep(order.id, limit);
  return order;
};

const addStep = (orderId: number, limit: number) =>
  testServer.sql(
    "insert into order_steps (company_id, order_id, position, role_id, name, limit_amount) values ($1, $2, 1, $3, 'Finance', $4)",
    [company, orderId, role, limit],
  );

const remove = (identifier: string, product: string, as = token) =>
  testServer.call(removeOrderLine, { token: as, params: { identifier }, body: { product } });

describe("removing a line", () => {
  test("removes the item and recomputes the totals (ORD-074, ORD-079)", async () => {
    const { identifier, id } = await pendingOrder();
    const answer = await fetch(`${testServer.address}/api/orders/${identifier}/remove_line/`, {
      method: "POST",
      headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ product: "B" }),
    });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as Order;
    expect(body.lines.map(({ sku }) => sku)).not.toContain("B");
    expect(body).toMatchObject({
      status: "Pending Approval",
      taxful_total_price_value: "150.50",
      taxless_total_price_value: "140.00",
      tax: "10.50",
      products: 2,
    });
    const events = await testServer.sql(
      "select type, payload from events where payload->>'identifier' = $1",
      [identifier],
    );
    expect(events).toMatchObject([
      { type: "order.line_removed", payload: { product: "B", total: "150.50" } },
    ]);
    const audit = await testServer.sql("select action, record_id from audit_entries where record_id = $1", [
      identifier,
    ]);
    expect(audit).toEqual([{ action: "order.line_removed", record_id: identifier }]);
    expect(await testServer.sql("select state from order_steps where order_id = $1", [id])).toEqual([
      { state: "open" },
    ]);
  });

  test("tells who removed which line, when, with its quantity and price, oldest first", async () => {
    const { identifier } = await pendingOrder();
    const { body: untouched } = await testServer.call(findOrder, { token, params: { identifier } });
    expect(untouched.removed_lines).toEqual([]);
    await testServer.sql("update order_lines set quantity = 2.5 where sku = 'B'");
    const before = Date.now();
    const approver = await addPerson(testServer, company, { admin: true, firstName: "Ann", lastName: "Lee" });
    await remove(identifier, "B", await tokenFor(testServer, approver.username));
    const { body } = await remove(identifier, "C");
    expect(body.removed_lines).toMatchObject([
      { sku: "B", quantity: "2.5", price: "60.00", removed_by: "Ann Lee" },
      { sku: "C", quantity: "1", price: "30.00" },
    ]);
    const [first] = body.removed_lines;
    expect(Date.parse(String(first?.removed_at))).toBeGreaterThan(before - 1000);
    const { body: again } = await testServer.call(findOrder, { token, params: { identifier } });
    expect(again.removed_lines).toEqual(body.removed_lines);
    expect((await remove(identifier, "A")).status).toBe(400);
    const { body: refused } = await testServer.call(findOrder, { token, params: { identifier } });
    expect(refused.removed_lines).toHaveLength(2);
  });

  test("keeps the share of tax that only the order states, in the response and for its approvers (ORD-035, ORD-079)", async () => {
    const order = await addOrder(testServer, site, {
      status: "Pending Approval",
      total: "110.00",
      subtotal: "100.00",
    });
    await addLine(testServer, company, order.id, { sku: "A", taxless: "60.00", total: "60.00" });
    await addLine(testServer, company, order.id, { sku: "B", taxless: "40.00", total: "40.00" });
    await addStep(order.id, 66);
    const { body } = await remove(order.identifier, "B");
    expect(body).toMatchObject({
      status: "Pending Approval",
      taxful_total_price_value: "66.00",
      taxless_total_price_value: "60.00",
      tax: "6.00",
    });
  });

  test("removes every line of the SKU and no line of another, whatever its product is called (ORD-074, ORD-078)", async () => {
    const order = await addOrder(testServer, site, { status: "Pending Approval", total: "275.00" });
    const lines = [
      { sku: "Y", product: "X" },
      { sku: "Z", product: "Y" },
      { sku: "Y", product: "W" },
      { sku: null, product: "V" },
      { sku: "Y", product: "Y", display: false, text: "Freight" },
    ];
    for (const line of lines) await addLine(testServer, company, order.id, line);
    await addStep(order.id, 0);
    const { body } = await remove(order.identifier, "Y");
    const left = body.lines.map(({ sku, product, display }) => `${sku}/${product}/${display}`);
    expect(left.sort()).toEqual(["Y/Y/false", "Z/Y/true", "null/V/true"]);
    expect(body.products).toBe(3);
    expect((await remove(order.identifier, "V")).status).toBe(200);
    expect((await remove(order.identifier, "Z")).status).toBe(400);
  });

  test("is refused when all items are of one SKU (ORD-069, ORD-071)", async () => {
    const order = await addOrder(testServer, site, { status: "Pending Approval", total: "110.00" });
    for (const product of ["X", "W"]) await addLine(testServer, company, order.id, { sku: "Y", product });
    const refused = await remove(order.identifier, "Y");
    expect(refused).toMatchObject({ status: 400, body: { code: "line.last" } });
  });

  test("drops steps above the new total, and accepts the order when none is left (APPR-047, APPR-048)", async () => {
    const { identifier, id } = await pendingOrder(200);
    const { body } = await remove(identifier, "A");
    expect(body.status).toBe("Accepted");
    expect(await testServer.sql("select state from order_steps where order_id = $1", [id])).toEqual([
      { state: "dropped" },
    ]);
    const events = await testServer.sql(
      "select type from events where payload->>'identifier' = $1 order by ctid",
      [identifier],
    );
    expect(events).toEqual([{ type: "order.line_removed" }, { type: "order.approved" }]);
  });

  test("is possible only while the order is pending (ORD-070)", async () => {
    for (const status of ORDER_STATUSES.filter((name) => name !== "Pending Approval")) {
      const { identifier, id } = await pendingOrder(0, { status });
      const refused = await remove(identifier, "A");
      expect(refused, status).toMatchObject({
        status: 400,
        body: { detail: "This order is no longer waiting for approval" },
      });
      expect(await testServer.sql("select 1 from order_lines where order_id = $1", [id])).toHaveLength(4);
    }
  });

  test("never removes the last item, and needs has-order-approvals (ORD-071)", async () => {
    const { identifier } = await pendingOrder();
    const regular = await addPerson(testServer, company);
    await assignSite(testServer, site, regular.id);
    expect((await remove(identifier, "A", await tokenFor(testServer, regular.username))).status).toBe(403);
    expect((await remove(identifier, "A")).status).toBe(200);
    expect((await remove(identifier, "B")).status).toBe(200);
    expect((await remove(identifier, "C")).status).toBe(400);
    const { body } = await testServer.call(findOrder, { token, params: { identifier } });
    expect(body.lines.map(({ text }) => text)).toContain("Freight");
    expect(body.taxful_total_price_value).toBe("43.00");
  });

  test("an unknown product, an empty one and another company's order each have their own error", async () => {
    const { identifier } = await pendingOrder();
    expect(await remove(identifier, "Z")).toMatchObject({
      status: 400,
      body: { product: ["This order has no such item."] },
    });
    expect(await remove(identifier, " ")).toMatchObject({
      status: 400,
      body: { product: ["Product field is required"] },
    });
    const other = await addCompany(testServer, { approvals: true });
    const outsider = await tokenFor(
      testServer,
      (await addPerson(testServer, other, { admin: true })).username,
    );
    expect((await remove(identifier, "A", outsider)).status).toBe(404);
  });

  test("of parallel removals each happens once, and one item stays (APPR-055)", async () => {
    for (let round = 0; round < 5; round++) {
      const { identifier, id } = await pendingOrder();
      const answers = await Promise.all(["A", "A", "B", "B", "C", "C"].map((sku) => remove(identifier, sku)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
      const [left] = await testServer.sql<{ items: string; matches: boolean }>(
        `select count(*) filter (where display)::text as items, sum(line_total) = (select total from orders where id = $1) as matches
         from order_lines where order_id = $1`,
        [id],
      );
      expect(left).toEqual({ items: "1", matches: true });
    }
  });
});
