import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { orderList, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addShop, orderOf, sendBatch } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let token: string;

const part = (sku: string | null, manufacturer_sku: string | null, text: string) => ({
  product: sku ?? text,
  sku,
  manufacturer_sku,
  text,
  base_unit_price_value: "10.00",
});

const VALVES = {
  lines: [
    part("VLV-0042", "MK-77/a", "Ball Valve 2½ in, Edelstahl"),
    part("VLV-0043", null, "Gate valve 100%_tight"),
    { text: "Freight\\Insurance", base_unit_price_value: "15.00", display: false },
  ],
};
const GLOVES = { lines: [part("GLV-9", "MK-78/B", "Work Gloves"), part(null, null, "Öl-Kanister")] };

const put = (identifier: string, more: object) =>
  testServer.call(upsertOrder, {
    params: { slug: shop.slug, identifier },
    body: orderOf(shop.site.shopUser, { po_number: null, ...more }) as never,
    headers: shop.headers,
  });

const found = async (search: string, list: typeof orderList | typeof pendingList = orderList) => {
  const { body } = await testServer.call(list.page, { token, query: { search, ordering: "identifier" } });
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ identifier }) => identifier);
};

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer, { approvals: true });
  token = await tokenFor(testServer, (await addPerson(testServer, shop.companyId, { admin: true })).username);
  await put("W-1", VALVES);
  const batch = [{ identifier: "W-2", ...orderOf(shop.site.shopUser, { po_number: null, ...GLOVES }) }];
  expect((await sendBatch(testServer, shop.slug, shop.headers, batch)).results[0]?.status).toBe(200);
});

test.each([
  ["a SKU", "VLV-0042", ["W-1"]],
  ["a part of a SKU, in other letters", "lv-004", ["W-1"]],
  ["a manufacturer SKU", "mk-77/A", ["W-1"]],
  ["what two manufacturer SKUs share", "MK-7", ["W-1", "W-2"]],
  ["the text of a line", "ball valve 2½", ["W-1"]],
  ["the text of a fee", "freight\\ins", ["W-1"]],
  ["letters that are no English ones", "ÖL-kan", ["W-2"]],
  ["two letters", "gl", ["W-2"]],
  ["a percent sign", "0%", ["W-1"]],
  ["an underscore", "%_t", ["W-1"]],
  ["no wildcard", "v%e", []],
  ["nothing across two lines", "gloves öl", []],
  ["nothing across two texts of a line", "0042 mk", []],
])("searching orders finds %s (LIST-012)", async (_, search, expected) => {
  expect(await found(search)).toEqual(expected);
});

test("an order that is sent again is found by its new lines only (LIST-012)", async () => {
  await put("W-3", { lines: [part("OLD-1", null, "Obsolete hose")] });
  expect(await found("obsolete")).toEqual(["W-3"]);
  await put("W-3", { lines: [part("NEW-1", null, "Modern hose")] });
  expect(await found("obsolete")).toEqual([]);
  expect(await found("modern h")).toEqual(["W-3"]);
  await put("W-3", { lines: [part("NEW-1", null, "Modern hose")], status: "Shipped" });
  expect(await found("new-1")).toEqual(["W-3"]);
});

test("a removed line is no longer found, in either list of orders (LIST-012)", async () => {
  const [role] = await testServer.sql<{ id: number }>(
    "insert into roles (company_id, name) values ($1, 'Manager') returning id",
    [shop.companyId],
  );
  await testServer.sql("insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 0)", [
    shop.companyId,
    role?.id,
  ]);
  await put("W-4", { lines: [part("KEPT-1", null, "Kept part"), part("GONE-1", "MK-GONE", "Gone part")] });
  for (const list of [orderList, pendingList]) expect(await found("gone part", list)).toEqual(["W-4"]);
  const removed = await testServer.call(removeOrderLine, {
    token,
    params: { identifier: "W-4" },
    body: { product: "GONE-1" },
  });
  expect(removed.status).toBe(200);
  for (const list of [orderList, pendingList]) {
    expect(await found("gone", list)).toEqual([]);
    expect(await found("kept-1", list)).toEqual(["W-4"]);
  }
});
