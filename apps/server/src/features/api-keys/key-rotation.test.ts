import {
  createApiKey,
  findApiKey,
  replaceApiKey,
  revokeApiKey,
} from "@mcc/contract/api-keys/api-keys.api.ts";
import { readOrder, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addShop, orderOf } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
  await testServer.call(upsertOrder, {
    params: { slug: shop.slug, identifier: "R-1" },
    body: orderOf(shop.site.shopUser),
    headers: shop.headers,
  });
});

const create = async () => {
  const body = { name: "Rotated", scopes: ["orders" as const, "documents" as const], company: shop.slug };
  return (await testServer.call(createApiKey, { token, body })).body;
};
const replace = async (id: number, hours: number | null) =>
  (await testServer.call(replaceApiKey, { token, params: { id }, body: { hours } })).body;
const find = async (id: number) => (await testServer.call(findApiKey, { token, params: { id } })).body;
const statusWith = async (key: string) =>
  (
    await testServer.call(readOrder, {
      params: { slug: shop.slug, identifier: "R-1" },
      headers: { authorization: `ApiKey ${key}` },
    })
  ).status;
const HOUR = 60 * 60_000;

test("a key and its successor are both valid until the time that was chosen, then the successor alone", async () => {
  const first = await create();
  const asked = Date.now();
  const second = await replace(first.id, 24);
  expect(second).toMatchObject({ name: "Rotated", scopes: ["orders", "documents"], state: "Valid" });
  expect([second.company?.slug_name, second.expires_at]).toEqual([shop.slug, null]);
  expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 200]);
  const { state, expires_at } = await find(first.id);
  expect(state).toBe("Valid");
  expect(Math.abs(Date.parse(expires_at ?? "") - asked - 24 * HOUR)).toBeLessThan(HOUR);
  await testServer.sql("update api_keys set expires_at = now() where id = $1", [first.id]);
  expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
  expect((await find(first.id)).state).toBe("Expired");
});

test("a leaked key ends at once when it is replaced without a time beside its successor", async () => {
  const first = await create();
  const second = await replace(first.id, 0);
  expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
  expect(await find(first.id)).toMatchObject({ state: "Revoked", expires_at: null });
});

test("without a chosen time the previous key stays valid until it is revoked, and a nearer end stays", async () => {
  const first = await create();
  await replace(first.id, null);
  expect(await find(first.id)).toMatchObject({ state: "Valid", expires_at: null });
  await replace(first.id, 1);
  const { expires_at } = await find(first.id);
  await replace(first.id, 48);
  await replace(first.id, null);
  expect((await find(first.id)).expires_at).toBe(expires_at);
  await testServer.call(revokeApiKey, { token, params: { id: first.id } });
  expect(await statusWith(first.key)).toBe(401);
});

test.each([[-1], [721], [1.5], ["24"], [undefined]])("%s hours are refused", async (hours) => {
  const { id } = await create();
  const answer = await testServer.call(replaceApiKey, { token, params: { id }, body: { hours } as never });
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["hours"]]);
  expect(
    (await testServer.call(replaceApiKey, { token, params: { id: 999_999 }, body: { hours: 1 } })).status,
  ).toBe(404);
});
