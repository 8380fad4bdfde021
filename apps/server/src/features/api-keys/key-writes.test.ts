import { keyWriteList, revokeApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { loginAsSite, redeemLoginAs } from "@mcc/contract/sites/login-as.api.ts";
import { beforeAll, expect, test } from "vitest";
import { pdfOf } from "../../testing/documents.ts";
import { addKey, addShop, orderOf, sendBatch } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

type Headers = Record<string, string>;

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
});

const put = (headers: Headers, identifier: string, more = {}, slug = shop.slug, user = shop.site.shopUser) =>
  testServer.call(upsertOrder, { params: { slug, identifier }, body: orderOf(user, more), headers });
const patch = (headers: Headers, identifier: string, body: object) =>
  testServer.call(updateOrderProgress, {
    params: { slug: shop.slug, identifier },
    body: body as never,
    headers,
  });
const putDocument = async (headers: Headers, id: string, name: string) => {
  const form = new FormData();
  form.append("file", new Blob([pdfOf(id)]), name);
  form.append("document_type", "Invoice");
  form.append("ecommerce_username", shop.site.shopUser);
  const url = `${testServer.address}/api/integration/v1/companies/${shop.slug}/documents/${id}`;
  return (await fetch(url, { method: "PUT", headers, body: form })).status;
};
const written = async (id: number, query = {}) => {
  const { body } = await testServer.call(keyWriteList.page, { token, params: { id }, query });
  return body.results;
};
const inShort = async (id: number, query = {}) =>
  (await written(id, { ordering: "record", ...query })).map(
    ({ record, record_type, action, writes }) => `${record_type} ${record}: ${action}, ${writes}`,
  );

test("everything that was written with a leaked key is found, also once it has ended", async () => {
  const other = await addShop(testServer);
  const leaked = await addKey(testServer, { scopes: ["orders", "documents", "login-as"] });
  const good = await addKey(testServer);
  await put(good.headers, "W-1");
  await put(leaked.headers, "W-2");
  await put(leaked.headers, "W-2"); // the same again: nothing was written
  await patch(leaked.headers, "W-1", { status: "Shipped" });
  await patch(leaked.headers, "W-1", { status: "Delivered" });
  await patch(leaked.headers, "W-1", { status: "Delivered" });
  await put(leaked.headers, "W-3", {}, other.slug, other.site.shopUser);
  const lines = ["W-4", "W-5"].map((identifier) => ({ ...orderOf(shop.site.shopUser), identifier }));
  await sendBatch(testServer, shop.slug, leaked.headers, [...lines, "{}"]);
  await put(leaked.headers, "W-4", { po_number: "PO-8" });
  for (const name of ["A.pdf", "A.pdf", "B.pdf"])
    expect(await putDocument(leaked.headers, "D-1", name)).toBe(200);
  await testServer.call(revokeApiKey, { token, params: { id: leaked.id } });
  expect((await put(leaked.headers, "W-6")).status).toBe(401);
  expect(await inShort(leaked.id)).toEqual([
    "Document D-1: Created, 2",
    "Order W-1: Changed, 2",
    "Order W-2: Created, 1",
    "Order W-3: Created, 1",
    "Order W-4: Created, 2",
    "Order W-5: Created, 1",
  ]);
  expect(await inShort(good.id)).toEqual(["Order W-1: Created, 1"]);
  expect(await inShort(leaked.id, { record_type: "Document" })).toEqual(["Document D-1: Created, 2"]);
  expect((await written(leaked.id, { search: "w-3" })).map(({ company }) => company.slug_name)).toEqual([
    other.slug,
  ]);
  expect(await written(leaked.id, { limit: String(ALL_ROWS) })).toHaveLength(6);
});

test("a login to a storefront that was redeemed with a key is found by its shop user", async () => {
  const key = await addKey(testServer, { scopes: ["login-as"] });
  await testServer.sql("update companies set ecommerce_url = 'https://shop.example.com' where id = $1", [
    shop.companyId,
  ]);
  const admin = await addPerson(testServer, shop.companyId, { admin: true });
  const asked = await testServer.call(loginAsSite, {
    token: await tokenFor(testServer, admin.username),
    params: { id: shop.site.id },
  });
  const login = new URL(asked.body.auth_redirect_url).searchParams.get("token") ?? "";
  await testServer.call(redeemLoginAs, { body: { token: login }, headers: key.headers });
  expect(await inShort(key.id)).toEqual([`Login ${shop.site.shopUser}: Created, 1`]);
});

test("a key that does not exist is not found", async () => {
  const answer = await testServer.call(keyWriteList.page, { token, params: { id: 999_999 }, query: {} });
  expect(answer.status).toBe(404);
});
