import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { approveOrders, orderRemarks } from "@mcc/contract/decisions/decisions.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const openTestCompany = async () => {
  const company = await setUpApprovalCompany(testServer);
  const role = await company.role("Site");
  await company.rule({ roleId: role, limit: 0 });
  const elsewhere = await company.addSite();
  return {
    ...company,
    elsewhere,
    sam: await company.person({ roleId: role, firstName: "Sam", lastName: "Site" }),
    lou: await company.person({ firstName: "Lou", lastName: "Looks" }),
  };
};

const item = (product: string) => [
  { product, text: product, sku: product, quantity: 1, base_unit_price_value: "20.00" },
];

test("the remarks of several orders are their warnings that nobody dismissed and their questions that nobody answered (WORK-008 partly)", async () => {
  const testCompany = await openTestCompany();
  const { sam, lou } = testCompany;
  const [plain, asked, twice] = [
    await testCompany.order("20.00", { lines: item("Valve") }),
    await testCompany.order("20.00", { lines: item("Pump") }),
    await testCompany.order("20.00", { lines: item("Hose") }),
  ];
  await testCompany.order("20.00", { lines: item("Hose"), site: testCompany.site });
  const hidden = await testCompany.order("20.00", { lines: item("Hose"), site: testCompany.elsewhere });
  const remarks = async (...orders: readonly { id: number }[]) => {
    const query = { id: orders.map(({ id }) => id) };
    const { status, body } = await testServer.call(orderRemarks, { token: sam.token, query });
    expect(status).toBe(200);
    return body.results;
  };
  await eventually(async () => expect(await remarks(twice)).toHaveLength(1));
  const say = async (who: typeof sam, text: string, asks: number | null) => {
    const params = { identifier: asked.identifier };
    expect(
      (await testServer.call(createComment, { token: who.token, params, body: { text, asks } })).status,
    ).toBe(200);
  };
  await say(sam, "What is it for?", lou.id);
  await say(sam, "And when?", lou.id);
  await say(sam, "Just a remark.", null);

  const all = await remarks(plain, asked, twice, hidden);
  expect(all).toMatchObject([
    {
      id: asked.id,
      warnings: [],
      questions: [
        { text: "What is it for?", author: { name: "Sam Site" }, asks: { name: "Lou Looks" } },
        { text: "And when?", answered_at: null },
      ],
    },
    { id: twice.id, warnings: [{ kind: "duplicate", dismissed: false }], questions: [] },
  ]);
  for (const id of [[], ["abc"], ["-1"], ["1,2"], ["99999999999999999999"]] as unknown as number[][]) {
    const { status } = await testServer.call(orderRemarks, { token: sam.token, query: { id } });
    expect([id, status]).toEqual([id, 400]);
  }

  await say(lou, "For the rig, tomorrow.", null);
  const [{ warnings = [] } = {}] = await remarks(twice);
  await testServer.call(dismissWarning, {
    token: sam.token,
    params: { identifier: twice.identifier, id: warnings[0]?.id ?? 0 },
    body: { reason: "Two jobs" },
  });
  expect(await remarks(plain, asked, twice)).toEqual([]);
});

test("an order that is no longer pending has no remarks, and at most 100 orders are asked about", async () => {
  const testCompany = await openTestCompany();
  const { identifier, id } = await testCompany.order("20.00");
  await testServer.call(createComment, {
    token: testCompany.sam.token,
    params: { identifier },
    body: { text: "What is it for?", asks: testCompany.lou.id },
  });
  const ask = (ids: number[]) =>
    testServer.call(orderRemarks, { token: testCompany.sam.token, query: { id: ids } });
  expect((await ask([id])).body.results).toHaveLength(1);
  await testCompany.approve(testCompany.sam.token, identifier);
  expect((await ask([id])).body.results).toEqual([]);
  expect(await ask(Array.from({ length: 101 }, (_, at) => at + 1))).toMatchObject({
    status: 400,
    body: { id: ["This can't hold more than 100 orders."] },
  });
});

test("an order with a warning or a question that the user did not see is not approved with others (WORK-008 partly)", async () => {
  const testCompany = await openTestCompany();
  const { sam, lou } = testCompany;
  const [plain, twice, asked] = [
    await testCompany.order("20.00", { lines: item("Valve") }),
    await testCompany.order("20.00", { lines: item("Hose") }),
    await testCompany.order("20.00", { lines: item("Pump") }),
  ];
  const found = async (order: { id: number }) => {
    const query = { id: [order.id] };
    const { body } = await testServer.call(orderRemarks, { token: sam.token, query });
    const [{ warnings = [], questions = [] } = {}] = body.results;
    return { warnings: warnings.map(({ id }) => id), questions: questions.map(({ id }) => id) };
  };
  const approve = async (order: { identifier: string }, remarks: Awaited<ReturnType<typeof found>>) => {
    const { body } = await testServer.call(approveOrders, {
      token: sam.token,
      body: { orders: [{ identifier: order.identifier, total: "20.00", remarks }] },
    });
    return body.results[0];
  };
  const nothing = { warnings: [], questions: [] };
  // A second order with the same lines, and a question, after the user read that there is nothing.
  await testCompany.order("20.00", { lines: item("Hose") });
  await testServer.call(createComment, {
    token: sam.token,
    params: { identifier: asked.identifier },
    body: { text: "Is it urgent?", asks: lou.id },
  });
  await eventually(async () => expect((await found(twice)).warnings).toHaveLength(1));

  expect(await approve(plain, nothing)).toMatchObject({ result: "approved" });
  for (const order of [twice, asked])
    expect(await approve(order, nothing)).toEqual({
      identifier: order.identifier,
      result: "has_remarks",
      detail: "This order has a new warning or question.",
    });
  for (const order of [twice, asked])
    expect(await approve(order, await found(order))).toMatchObject({ result: "approved" });
  // An order that is decided says so, whatever its remarks are.
  expect(await approve(twice, nothing)).toMatchObject({ result: "already_approved" });
});
