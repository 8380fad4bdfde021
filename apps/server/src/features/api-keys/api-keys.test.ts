import { createHash } from "node:crypto";
import { apiKeyList, createApiKey, revokeApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addKey, addShop, orderOf, sendBatch } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_HOSTS: "manager.goacme.com" });
  shop = await addShop(testServer);
});

const put = (headers: Record<string, string>, slug = shop.slug) =>
  testServer.call(upsertOrder, {
    params: { slug, identifier: "K-1" },
    body: orderOf(shop.site.shopUser),
    headers,
  });

describe("an API key", () => {
  test("is stored as a hash, shown once and identified by its first characters (SEC-022)", async () => {
    const { id, key } = await addKey(testServer);
    expect(key).toMatch(/^mcc_live_[0-9a-f]{48}$/);
    const [row] = await testServer.sql("select * from api_keys where id = $1", [id]);
    expect(row).toMatchObject({
      prefix: key.slice(0, 13),
      key_hash: createHash("sha256").update(key).digest(),
    });
    expect(JSON.stringify(row)).not.toContain(key);
  });

  test("is required on the integration API, where user tokens are refused (API-015)", async () => {
    const admin = await addPerson(testServer, shop.companyId, { admin: true });
    const token = await tokenFor(testServer, admin.username);
    const { key } = await addKey(testServer);
    for (const authorization of [
      "",
      `JWT ${token}`,
      `ApiKey ${token}`,
      `ApiKey ${"mcc_live_".padEnd(57, "0")}`,
      `ApiKey ${key} more`,
      `Bearer ${key}`,
      `apikey ${key}`,
    ]) {
      const { status, body } = await put({ authorization });
      expect([authorization, status, (body as unknown as { code: string }).code]).toEqual([
        authorization,
        401,
        "key.required",
      ]);
    }
    expect(await testServer.sql("select 1 from orders where identifier = 'K-1'")).toEqual([]);
  });

  test("works under /api and at the root of an API host (API-035)", async () => {
    expect((await put(shop.headers)).status).toBe(200);
    const path = `/integration/v1/companies/${shop.slug}/orders/K-1`;
    const send = (url: string, host?: string) =>
      testServer.app.inject({
        method: "PUT",
        url,
        headers: { ...shop.headers, ...(host ? { host } : {}) },
        payload: orderOf(shop.site.shopUser),
      });
    expect((await send(`/api${path}`)).statusCode).toBe(200);
    expect((await send(`/api${path}/`)).statusCode).toBe(200);
    expect((await send(path, "manager-api.goacme.com")).statusCode).toBe(200);
    expect((await send(path)).statusCode).toBe(404);
  });

  test("is valid for its scopes only (SEC-022)", async () => {
    const { headers } = await addKey(testServer, { scopes: ["documents"] });
    const { status, body } = await put(headers);
    expect([status, body]).toEqual([403, expect.objectContaining({ code: "key.scope" })]);
    expect((await sendBatch(testServer, shop.slug, headers, ["{}"])).status).toBe(403);
  });

  test("is refused once revoked, on the next call (SEC-022)", async () => {
    const { id, headers } = await addKey(testServer);
    expect((await put(headers)).status).toBe(200);
    const admin = await addPerson(testServer, null);
    const token = await tokenFor(testServer, admin.username);
    const first = await testServer.call(revokeApiKey, { params: { id }, token });
    expect(first.body.revoked_at).not.toBeNull();
    const second = await testServer.call(revokeApiKey, { params: { id }, token });
    expect(second.body.revoked_at).toBe(first.body.revoked_at);
    expect((await put(headers)).status).toBe(401);
    expect(await testServer.sql("select 1 as kept from api_keys where id = $1", [id])).toEqual([{ kept: 1 }]);
    expect((await testServer.call(revokeApiKey, { params: { id: 999_999 }, token })).status).toBe(404);
  });

  test("of one company cannot find the others (SEC-022)", async () => {
    const other = await addShop(testServer);
    const { headers } = await addKey(testServer, { company: shop.slug });
    expect((await put(headers)).status).toBe(200);
    const foreign = await put(headers, other.slug);
    const absent = await put(headers, "no-such-company");
    const plain = ({ body }: { body: unknown }) => ({ ...(body as object), request_id: "" });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(plain(foreign)).toEqual(plain(absent));
    expect((await sendBatch(testServer, other.slug, headers, ["{}"])).status).toBe(404);
    for (const slug of ["%00", "%F0%9F%98%80", "a".repeat(200), "..%2Fx"]) {
      const url = `${testServer.address}/api/integration/v1/companies/${slug}/orders/K-1`;
      expect((await fetch(url, { method: "PUT", headers, body: "{}" })).status).toBeLessThan(500);
    }
  });

  test("shows when it was last used", async () => {
    const { id, headers } = await addKey(testServer);
    const used = async () =>
      (
        await testServer.sql<{ at: Date | null }>("select last_used_at as at from api_keys where id = $1", [
          id,
        ])
      )[0]?.at;
    expect(await used()).toBeNull();
    await put(headers);
    const first = await eventually(async () => (await used()) ?? Promise.reject());
    await put(headers);
    expect(await used()).toEqual(first); // at most once a minute
    await testServer.sql("update api_keys set last_used_at = now() - interval '2 minutes' where id = $1", [
      id,
    ]);
    await put(headers);
    await eventually(async () => expect((await used())?.getTime()).toBeGreaterThan(first.getTime() - 1));
  });
});

test("the platform creates, lists and revokes keys; every step is audited", async () => {
  const admin = await addPerson(testServer, null, { firstName: "Root", lastName: "Keeper" });
  const token = await tokenFor(testServer, admin.username);
  const made = await testServer.call(createApiKey, {
    token,
    body: { name: "Storefront", scopes: ["orders", "login-as"], company: shop.slug },
  });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    name: "Storefront",
    company: { slug_name: shop.slug },
    last_used_at: null,
  });
  expect((await put({ authorization: `ApiKey ${made.body.key}` })).status).toBe(200);
  const { body } = await testServer.call(apiKeyList.page, { token, query: {} });
  expect(body.results[0]).toMatchObject({ id: made.body.id, prefix: made.body.prefix });
  expect(JSON.stringify(body)).not.toContain(made.body.key);
  await testServer.call(revokeApiKey, { params: { id: made.body.id }, token });
  const noted = await testServer.sql(
    "select action, actor_name, company_id from audit_entries where record_id = $1 and record_type = 'api_key' order by id",
    [String(made.body.id)],
  );
  expect(noted).toEqual([
    { action: "api_key.created", actor_name: "Root Keeper", company_id: null },
    { action: "api_key.revoked", actor_name: "Root Keeper", company_id: null },
  ]);
});

test("a key that is revoked several times at once is revoked once, and on record once", async () => {
  const admin = await addPerson(testServer, null);
  const token = await tokenFor(testServer, admin.username);
  const { id } = await addKey(testServer);
  // Both have begun before either can end.
  const holder = new pg.Client({ connectionString: testServer.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from mcc.api_keys where id = $1 for update", [id]);
  const revoking = [1, 2].map(() => testServer.call(revokeApiKey, { params: { id }, token }));
  await eventually(async () =>
    expect(
      await testServer.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%api_keys%'",
      ),
    ).toHaveLength(2),
  );
  await holder.end();
  const [one, two] = await Promise.all(revoking);
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.body.revoked_at).toBe(two?.body.revoked_at);
  const noted = await testServer.sql(
    "select from audit_entries where record_id = $1 and record_type = 'api_key' and action = 'api_key.revoked'",
    [String(id)],
  );
  expect(noted).toHaveLength(1);
});

test("a key needs a name, a scope and a company that exists", async () => {
  const admin = await addPerson(testServer, null);
  const token = await tokenFor(testServer, admin.username);
  const bad = await testServer.call(createApiKey, {
    token,
    body: { name: " ", scopes: [], company: "x" } as never,
  });
  expect([bad.status, Object.keys(bad.body)]).toEqual([400, ["name", "scopes"]]);
  const unknown = await testServer.call(createApiKey, {
    token,
    body: { name: "X", scopes: ["orders"], company: "no-such-company" },
  });
  expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["company"]]);
});

test("a platform admin lists keys with company, scopes, creator, last use and revocation, and filters them (PLAT-062)", async () => {
  const other = await addShop(testServer);
  const admin = await addPerson(testServer, null, { firstName: "Rita", lastName: "Lister" });
  const token = await tokenFor(testServer, admin.username);
  const create = async (name: string, scopes: ("orders" | "documents")[], company: string | null) =>
    (await testServer.call(createApiKey, { token, body: { name, scopes, company } })).body;
  const erp = await create("Listed ERP", ["orders", "documents"], other.slug);
  const shopKey = await create("Listed storefront", ["orders"], null);
  const page = async (query: Record<string, string>) =>
    (await testServer.call(apiKeyList.page, { token, query: { search: "listed", ...query } })).body;
  expect((await page({})).results.map(({ name }) => name)).toEqual(["Listed storefront", "Listed ERP"]);
  expect((await page({ scopes: "documents" })).results).toEqual([
    {
      id: erp.id,
      name: "Listed ERP",
      prefix: erp.key.slice(0, 13),
      scopes: ["orders", "documents"],
      company: { id: other.companyId, name: expect.any(String), slug_name: other.slug },
      state: "Valid",
      created_by: "Rita Lister",
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    },
  ]);
  await put({ authorization: `ApiKey ${shopKey.key}` });
  await eventually(async () =>
    expect((await page({ last_used_after: "2020-01-01" })).results).toMatchObject([{ id: shopKey.id }]),
  );
  await testServer.call(revokeApiKey, { token, params: { id: shopKey.id } });
  expect((await page({ state: "Revoked" })).results).toMatchObject([
    { id: shopKey.id, state: "Revoked", revoked_at: expect.any(String) },
  ]);
  expect((await page({ ordering: "name" })).results.map(({ id }) => id)).toEqual([erp.id, shopKey.id]);
  const suggested = await testServer.call(apiKeyList.suggest, {
    token,
    query: { field: "name", name: "sted s" },
  });
  expect(suggested.body.results).toEqual(["Listed storefront"]);
});

test("a second key of a company is valid beside the first, so that it can take over (PLAT-062)", async () => {
  const admin = await addPerson(testServer, null);
  const token = await tokenFor(testServer, admin.username);
  const body = { name: "Rotated", scopes: ["orders" as const], company: shop.slug };
  const [first, second] = [
    (await testServer.call(createApiKey, { token, body })).body,
    (await testServer.call(createApiKey, { token, body })).body,
  ];
  const statuses = async () => [
    (await put({ authorization: `ApiKey ${first.key}` })).status,
    (await put({ authorization: `ApiKey ${second.key}` })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await testServer.call(revokeApiKey, { token, params: { id: first.id } });
  expect(await statuses()).toEqual([401, 200]);
});
