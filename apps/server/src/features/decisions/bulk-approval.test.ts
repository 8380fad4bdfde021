import { approveOrders } from "@mcc/contract/decisions/decisions.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { expectConsistent } from "../../testing/approval-consistency.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Every order needs the role Site, from 500 on also the role Finance. */
const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const [site, finance] = [await company.role("Site"), await company.role("Finance")];
  await company.rule({ roleId: site, limit: 0 });
  await company.rule({ roleId: finance, limit: 500 });
  return {
    ...company,
    sam: await company.person({ roleId: site, firstName: "Sam", lastName: "Site" }),
    sue: await company.person({ roleId: site }),
    fay: await company.person({ roleId: finance, firstName: "Fay", lastName: "Finance" }),
    approvals: (identifier: string) =>
      testServer.sql<{ user_id: number }>(
        `select user_id from order_approvals given join orders on orders.id = given.order_id
         where orders.company_id = $1 and orders.identifier = $2`,
        [company.companyId, identifier],
      ),
  };
};

type Shown = { identifier: string; total: string | number };
const approveAll = (token: string, orders: readonly Shown[]) =>
  testServer.call(approveOrders, { token, body: { orders: [...orders] } });

const ordersOf = async ({ order }: Pick<ApprovalCompany, "order">, count: number, total = "20.00") => {
  const orders: Shown[] = [];
  for (let made = 0; made < count; made++) {
    const { identifier } = await order(total);
    orders.push({ identifier, total });
  }
  return orders;
};

test("each order gets its result by the rules of one approval (BULK-002, BULK-003)", async () => {
  const company = await setUp();
  const { order, approve, reject, remove, sam, sue, fay } = company;
  const [plain, large, rejected, mine, notMine] = [
    await order("20.00"),
    await order("600.00"),
    await order("30.00"),
    await order("700.00"),
    await order("800.00"),
  ];
  const lines = ["A", "B"].map((product) => ({
    product,
    text: product,
    sku: product,
    quantity: 1,
    base_unit_price_value: "40.00",
  }));
  const changed = await order("80.00", { lines });
  await reject(sue.token, rejected.identifier, "");
  await approve(sam.token, mine.identifier);
  await approve(sue.token, notMine.identifier);
  expect((await remove(sue.token, changed.identifier, "B")).status).toBe(200);

  const { status, body } = await approveAll(sam.token, [
    { identifier: changed.identifier, total: "80.00" },
    { identifier: plain.identifier, total: "20.00" },
    { identifier: large.identifier, total: 600 },
    { identifier: rejected.identifier, total: "30.00" },
    { identifier: mine.identifier, total: "700.00" },
    { identifier: notMine.identifier, total: "800.00" },
    { identifier: "no such order", total: "1.00" },
  ]);
  expect(status).toBe(200);
  expect(body.results).toEqual([
    {
      identifier: changed.identifier,
      result: "total_changed",
      detail: "The total of this order has changed.",
    },
    { identifier: plain.identifier, result: "approved", detail: "Order approved" },
    {
      identifier: large.identifier,
      result: "recorded",
      detail: "Approval recorded. The next step is Finance.",
    },
    {
      identifier: rejected.identifier,
      result: "not_pending",
      detail: "This order is no longer waiting for approval",
    },
    {
      identifier: mine.identifier,
      result: "already_approved",
      detail: "You already have approved this order",
    },
    {
      identifier: notMine.identifier,
      result: "not_allowed",
      detail: "This order is not waiting for your approval.",
    },
    { identifier: "no such order", result: "not_found", detail: "Not found." },
  ]);
  const look = async ({ identifier }: { identifier: string }) =>
    (await company.look(fay.token, identifier)).body;
  expect(await look(plain)).toMatchObject({ status: "Accepted", approved_by: [{ name: "Sam Site" }] });
  expect(await look(large)).toMatchObject({
    status: "Pending Approval",
    current_required_approval: { name: "Finance" },
    approvable_by_current_user: true,
  });
  expect(await look(changed)).toMatchObject({ status: "Pending Approval", approved_by: [] });
  await expectConsistent(testServer, company.companyId, [
    { kind: "reject", userId: sue.id, identifier: rejected.identifier, status: 200 },
    { kind: "remove", userId: sue.id, identifier: changed.identifier, status: 200 },
    { kind: "approve", userId: sue.id, identifier: notMine.identifier, status: 200 },
    ...[plain, large, mine].map(({ identifier }) => ({
      kind: "approve" as const,
      userId: sam.id,
      identifier,
      status: 200,
    })),
  ]);
});

test("an order with another total than the one shown is approved only with its new total (BULK-004)", async () => {
  const { order, approvals, sam } = await setUp();
  const { identifier } = await order("20.00");
  const results = async (total: string | number) =>
    (await approveAll(sam.token, [{ identifier, total }])).body.results.map(({ result }) => result);
  expect(await results("20.01")).toEqual(["total_changed"]);
  expect(await results("2.00")).toEqual(["total_changed"]);
  expect(await approvals(identifier)).toEqual([]);
  expect(await results("20")).toEqual(["approved"]);
  expect(await approvals(identifier)).toEqual([{ user_id: sam.id }]);
});

test("repeating the call approves nothing twice, also when the first answer was lost (BULK-005)", async () => {
  const company = await setUp();
  const { approvals, sam } = company;
  const orders = await ordersOf(company, 40);
  const abort = new AbortController();
  const lost = fetch(`${testServer.address}/api/orders/pending/approve/`, {
    method: "POST",
    headers: { authorization: `JWT ${sam.token}`, "content-type": "application/json" },
    body: JSON.stringify({ orders }),
    signal: abort.signal,
  });
  // The connection is lost as soon as one of them is approved.
  const first = orders[0]?.identifier ?? "";
  await expect.poll(() => approvals(first), { interval: 2 }).toHaveLength(1);
  abort.abort();
  await expect(lost).rejects.toThrow();
  const again = await approveAll(sam.token, orders);
  const results = new Set(again.body.results.map(({ result }) => result));
  expect([...results].filter((result) => !["approved", "already_approved"].includes(result))).toEqual([]);
  const once = await approveAll(sam.token, orders);
  expect(once.body.results.map(({ result }) => result)).toEqual(orders.map(() => "already_approved"));
  await expectConsistent(
    testServer,
    company.companyId,
    orders.map(({ identifier }) => ({ kind: "approve", userId: sam.id, identifier, status: 200 })),
  );
  for (const { identifier } of orders) expect(await approvals(identifier)).toHaveLength(1);
});

test("several calls at once approve nothing twice (BULK-002, BULK-005)", async () => {
  const company = await setUp();
  const { sam, sue, approvals } = company;
  const orders = [...(await ordersOf(company, 10)), ...(await ordersOf(company, 10, "600.00"))];
  const calls = [
    { person: sam, sent: orders },
    { person: sue, sent: orders.toReversed() },
    { person: sam, sent: orders.toReversed() },
    { person: sue, sent: orders },
  ];
  const answers = await Promise.all(
    calls.map(async ({ person, sent }) => ({
      person,
      results: (await approveAll(person.token, sent)).body.results,
    })),
  );
  for (const { results } of answers) expect(results).toHaveLength(orders.length);
  for (const { identifier, total } of orders) {
    const won = answers.flatMap(({ person, results }) =>
      results
        .filter(
          (one) => one.identifier === identifier && (one.result === "approved" || one.result === "recorded"),
        )
        .map(({ result }) => ({ user: person.id, result })),
    );
    expect(won.map(({ result }) => result)).toEqual([total === "20.00" ? "approved" : "recorded"]);
    expect(await approvals(identifier)).toEqual([{ user_id: won[0]?.user }]);
  }
  await expectConsistent(
    testServer,
    company.companyId,
    answers.flatMap(({ person, results }) =>
      results.map(({ identifier, result }) => ({
        kind: "approve" as const,
        userId: person.id,
        identifier,
        status: result === "approved" || result === "recorded" ? 200 : 403,
      })),
    ),
  );
});

test("an order that cannot be saved has no result and does not stop the others (BULK-002)", async () => {
  const company = await setUp();
  const { approvals, sam } = company;
  const orders = await ordersOf(company, 3);
  const broken = orders[1]?.identifier ?? "";
  await testServer.sql(`
    create function mcc.refuse_approval() returns trigger language plpgsql security definer as $$ begin
      if exists (select from mcc.orders where id = new.order_id and identifier = '${broken}') then
        raise exception 'a failure of the database'; end if;
      return new; end $$;
    create trigger refuse before insert on mcc.order_approvals for each row execute function mcc.refuse_approval()`);
  const { status, body } = await approveAll(sam.token, orders);
  const alone = await approveAll(sam.token, orders.slice(1, 2));
  await testServer.sql("drop function mcc.refuse_approval cascade");
  expect(status).toBe(200);
  expect(body.results.map(({ identifier, result }) => [identifier, result])).toEqual([
    [orders[0]?.identifier, "approved"],
    [orders[2]?.identifier, "approved"],
  ]);
  expect(alone.status).toBe(500);
  expect(await approvals(broken)).toEqual([]);
  expect((await approveAll(sam.token, orders.slice(1, 2))).body.results).toMatchObject([
    { result: "approved" },
  ]);
});

test("unknown, hidden and foreign orders are alike, and a call has 1 to 100 different orders (BULK-006)", async () => {
  const company = await setUp();
  const { order, sam, addSite, fay } = company;
  const hidden = await order("20.00", { site: await addSite() });
  const foreign = await (await setUp()).order("20.00");
  const { body } = await approveAll(sam.token, [
    { identifier: hidden.identifier, total: "20.00" },
    { identifier: foreign.identifier, total: "20.00" },
    { identifier: "none", total: "20.00" },
  ]);
  expect(body.results.map(({ identifier: _, ...told }) => told)).toEqual(
    Array.from({ length: 3 }, () => ({ result: "not_found", detail: "Not found." })),
  );
  const some = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ identifier: `none ${at}`, total: "1.00" }));
  expect((await approveAll(sam.token, some(100))).body.results).toHaveLength(100);
  const refused = async (orders: unknown) => {
    const { status, body: fields } = await testServer.call(approveOrders, {
      token: fay.token,
      body: { orders } as never,
    });
    expect(status).toBe(400);
    return Object.keys(fields);
  };
  expect(await refused(some(101))).toEqual(["orders"]);
  expect(await refused([])).toEqual(["orders"]);
  expect(await refused([...some(2), ...some(1)])).toEqual(["orders"]);
  expect(await refused(undefined)).toEqual(["orders"]);
  expect(await refused([{ identifier: "A", total: "ten" }])).not.toEqual([]);
  expect(await refused([{ identifier: "A" }])).not.toEqual([]);
});

test("only approvers and company admins may call it, and only as long as they may", async () => {
  const company = await setUp();
  const { order, person, sam, approvals } = company;
  const { identifier } = await order("20.00");
  const regular = await person();
  expect((await approveAll(regular.token, [{ identifier, total: "20.00" }])).status).toBe(403);
  await testServer.sql("update users set role_id = null where id = $1", [sam.id]);
  expect((await approveAll(sam.token, [{ identifier, total: "20.00" }])).status).toBe(403);
  expect((await testServer.call(approveOrders, { body: { orders: [] } })).status).toBe(401);
  expect(await approvals(identifier)).toEqual([]);
});

test("the next approvers are notified once for each order, as after one approval", async () => {
  const company = await setUp();
  const { sam, fay, companyId } = company;
  const orders = await ordersOf(company, 5, "600.00");
  await approveAll(sam.token, orders);
  const written = () =>
    testServer.sql(
      `select messages.id from messages join order_steps step on messages.sent_for like 'approval:' || step.id || ':%'
       where step.company_id = $1 and step.limit_amount = 500 and messages.recipient = $2`,
      [companyId, fay.email],
    );
  await expect.poll(written).toHaveLength(orders.length);
});
