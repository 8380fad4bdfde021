import { auditList } from "@mcc/contract/audit/audit.api.ts";
import * as contract from "@mcc/contract/company-keys/company-keys.api.ts";
import { createDirectoryToken } from "@mcc/contract/directory/directory.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { createSite, deleteSite, siteCount, updateSite } from "@mcc/contract/sites/site-records.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompanyKey } from "../../testing/company-keys.ts";
import { addDocument, openLink } from "../../testing/documents.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { companyKeyJobs } from "./company-keys.jobs.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const call = async (endpoint: Endpoint, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as never);
  // biome-ignore lint/suspicious/noExplicitAny: what the server sends is asserted, not typed
  return { status, body: body as any };
};

const setUp = async () => {
  const company = await setUpSiteCompany(testServer);
  const asAdmin = (endpoint: Endpoint, request: object = {}) =>
    call(endpoint, { token: company.token, ...request });
  const create = (body: object) =>
    asAdmin(contract.createCompanyKey, { body: { name: "ERP", scopes: ["orders:read"], ...body } });
  const withKey =
    (key: string) =>
    (endpoint: Endpoint, request: object = {}) =>
      call(endpoint, { headers: { authorization: `ApiKey ${key}` }, ...request });
  return { ...company, asAdmin, create, withKey };
};

test("a key is shown once and stored as a hash, works at once, and ends at once when it is deleted (OPEN-001 partly)", async () => {
  const { asAdmin, create, withKey, order, site } = await setUp();
  const { identifier } = await order("30.00");
  const created = await create({ sites: [site.id], expires_at: "2190-01-01" });
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...{ name: "ERP", scopes: ["orders:read"], is_limited: true, sites: [{ id: site.id }], nodes: [] },
      ...{ state: "Valid", expires_at: "2190-01-01T00:00:00.000Z", created_by: "Pat Doe" },
    },
  });
  const { id, key } = created.body;
  expect(key).toMatch(/^mcc_company_[0-9a-f]{48}$/);
  const ask = withKey(key);
  const { status, body } = await ask(orderList.page);
  expect([status, body.results.map((row: { identifier: string }) => row.identifier)]).toEqual([
    200,
    [identifier],
  ]);
  const listed = await asAdmin(contract.companyKeys);
  expect(listed.body.results).toHaveLength(1);
  expect(JSON.stringify(listed.body)).not.toContain(key.slice(20));
  const [stored] = await testServer.sql<{ found: boolean }>(
    "select bool_or(to_jsonb(k)::text like '%' || $1 || '%') as found from company_keys k",
    [key.slice(20)],
  );
  expect(stored).toEqual({ found: false });
  expect((await asAdmin(contract.deleteCompanyKey, { params: { id } })).status).toBe(200);
  expect(await ask(orderList.page)).toMatchObject({ status: 401, body: { code: "key.required" } });
  expect((await asAdmin(contract.deleteCompanyKey, { params: { id } })).status).toBe(404);
});

test("a key needs a confirmation that is fresh, as other sensitive changes do (OPEN-001 partly)", async () => {
  const { admin, asAdmin, create } = await setUp();
  const { id } = (await create({})).body;
  await testServer.sql("update sessions set confirmed_at = now() - interval '3 hours' where user_id = $1", [
    admin.id,
  ]);
  const unconfirmed = { status: 403, body: { code: "auth.confirmation_required" } };
  expect(await create({})).toMatchObject(unconfirmed);
  expect(await asAdmin(contract.replaceCompanyKey, { params: { id }, body: { hours: 1 } })).toMatchObject(
    unconfirmed,
  );
  expect(await asAdmin(contract.deleteCompanyKey, { params: { id } })).toMatchObject(unconfirmed);
});

test("unknown scopes, sites of others, nodes without a hierarchy, past dates and too wide rights are refused with words (OPEN-001 partly)", async () => {
  const { create, site } = await setUp();
  const other = await setUp();
  const refused = async (body: object, field: string, message: string) =>
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.stringContaining(message)] },
    });
  await refused({ name: " " }, "name", "Please give the key a name");
  await refused({ scopes: [] }, "scopes", "Please choose at least one kind of data");
  await refused({ scopes: ["orders:write"] }, "scopes.0", "This must be one of orders:read");
  await refused({ scopes: ["everything"] }, "scopes.0", "This must be one of orders:read");
  await refused({ sites: [other.site.id] }, "sites", "Some of these sites do not exist.");
  await refused({ sites: [site.id, 987_654_321] }, "sites", "Some of these sites do not exist.");
  await refused({ nodes: [1] }, "nodes", "Your company has no hierarchy");
  await refused({ expires_at: "2020-01-01" }, "expires_at", "Please choose a date in the future");
  await refused({ expires_at: "soon" }, "expires_at", "This must be a date");
  await refused({ sites: [site.id], scopes: ["sites:write"] }, "scopes", "can only read");
  await refused(
    { sites: [site.id], scopes: ["audit:read"] },
    "scopes",
    "Audit can only be read with a key for all",
  );
  expect((await create({ sites: [site.id] })).status).toBe(200);
});

test("a company has at most 50 keys, also when many are asked for at the same time (OPEN-001 partly)", async () => {
  const { companyId, create } = await setUp();
  for (let count = 0; count < 48; count++) await addCompanyKey(testServer, companyId);
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    detail: "Your company has as many API keys as it can have: delete one first.",
  });
});

test("a key reads and writes only the kinds that were chosen, and the audit names it as the actor (OPEN-001 partly)", async () => {
  const { asAdmin, create, withKey, fields, site } = await setUp();
  const reads = withKey((await create({ scopes: ["sites:read"] })).body.key);
  const writes = withKey((await create({ name: "Site sync", scopes: ["sites:write"] })).body.key);
  const scope = { status: 403, body: { code: "key.scope" } };
  expect((await reads(siteCount)).status).toBe(200);
  expect(await reads(orderList.page)).toMatchObject(scope);
  expect(await reads(createSite, { body: fields() })).toMatchObject(scope);
  const made = await writes(createSite, { body: fields() });
  expect(made.status).toBe(200);
  expect((await writes(siteCount)).body).toEqual({ count: 2 });
  const { body } = await asAdmin(auditList.page, { query: { record_type: "site" } });
  expect(body.results[0]).toMatchObject({
    ...{ action: "site.created", record_id: String(made.body.id) },
    actor: `API key (Site sync, ${(await asAdmin(contract.companyKeys)).body.results[0].prefix})`,
  });
  // Who sees a site is decided by people.
  expect(await writes(updateSite, { params: { id: site.id }, body: { users: [] } })).toMatchObject({
    status: 403,
    body: { code: "key.person" },
  });
  expect(await writes(createDirectoryToken, { body: { name: "Okta" } })).toMatchObject({
    status: 403,
    body: { code: "key.person", detail: "API keys cannot do this. Please sign in to the portal." },
  });
});

test("a key that writes sites moves none, and deletes none that approval rules name (OPEN-001 partly)", async () => {
  const tree = await setUpHierarchy(testServer);
  const [north, south] = [await tree.child("North", tree.root), await tree.child("South", tree.root)];
  const site = await tree.addSite({ nodeId: north, name: "Rig 7" });
  const approver = await tree.person({});
  await tree.rule({ userId: approver.id, siteIds: [site.id], limit: 100 });
  const { headers } = await addCompanyKey(testServer, tree.companyId, { scopes: ["sites:write"] });
  const change = (body: object) => call(updateSite, { headers, params: { id: site.id }, body });
  const refused = { status: 403, body: { code: "key.person" } };
  expect(await change({ organization_node: south })).toMatchObject(refused);
  expect(await change({ organization_node: north, location_name: "Yard" })).toMatchObject({ status: 200 });
  expect(await call(deleteSite, { headers, params: { id: site.id } })).toMatchObject({
    status: 403,
    body: { code: "key.person", detail: "Approval rules name this site. Please delete it in the portal." },
  });
  await testServer.sql("delete from approval_rule_sites where company_id = $1", [tree.companyId]);
  expect((await call(deleteSite, { headers, params: { id: site.id } })).status).toBe(200);
});

test("a key of a node sees the sites below it, and follows them when they move (OPEN-001 partly, OPEN-003 partly)", async () => {
  const tree = await setUpHierarchy(testServer);
  const [north, south] = [await tree.child("North", tree.root), await tree.child("South", tree.root)];
  const yard = await tree.child("Yard", north);
  const site = await tree.addSite({ nodeId: yard, name: "In the yard" });
  await tree.addSite({ nodeId: south, name: "In the south" });
  await tree.order("10.00", { site, identifier: "N-1" });
  const created = await call(contract.createCompanyKey, {
    token: tree.token,
    body: { name: "North", scopes: ["orders:read", "sites:read"], nodes: [north] },
  });
  expect(created.body).toMatchObject({ is_limited: true, nodes: [{ id: north, name: "North" }] });
  const headers = { authorization: `ApiKey ${created.body.key}` };
  const seen = async () => [
    (await call(siteCount, { headers })).body.count,
    (await call(orderList.page, { headers })).body.count,
  ];
  expect(await seen()).toEqual([1, 1]);
  await testServer.sql("update organization_nodes set parent_id = $1 where id = $2", [south, yard]);
  expect(await seen()).toEqual([0, 0]);
  // Without the hierarchy there are no sites below a node; the key does not become one for all of them.
  await testServer.sql(
    "update company_configurations set has_company_hierarchy = false where company_id = $1",
    [tree.companyId],
  );
  expect(await seen()).toEqual([0, 0]);
});

test("a replaced key stays valid for the chosen hours, its successor has the same rights (OPEN-001 partly)", async () => {
  const { asAdmin, create, withKey, site } = await setUp();
  const first = (await create({ sites: [site.id], scopes: ["sites:read"] })).body;
  const replace = (id: number, body: object) => asAdmin(contract.replaceCompanyKey, { params: { id }, body });
  expect(await replace(first.id, { hours: 5 })).toMatchObject({
    status: 400,
    body: { hours: ["This must be 0, 1, 24 or 168 hours."] },
  });
  const second = (await replace(first.id, { hours: 24 })).body;
  expect(second).toMatchObject({ name: "ERP", scopes: ["sites:read"], sites: [{ id: site.id }] });
  const works = async (key: string) => (await withKey(key)(siteCount)).status;
  expect([await works(first.key), await works(second.key)]).toEqual([200, 200]);
  // Another successor would end with the overlap.
  expect(await replace(first.id, { hours: 24 })).toMatchObject({
    status: 400,
    body: { expires_at: ["This key was replaced already. Please choose when another new one ends."] },
  });
  const [, previous] = (await asAdmin(contract.companyKeys)).body.results;
  expect(previous).toMatchObject({ id: first.id, is_replaced: true, state: "Expires soon" });
  const inADay = Date.now() + 24 * 60 * 60 * 1000;
  expect(Math.abs(Date.parse(previous.expires_at) - inADay)).toBeLessThan(10 * 60 * 1000);
  await testServer.sql("update company_keys set expires_at = now() where id = $1", [first.id]);
  expect([await works(first.key), await works(second.key)]).toEqual([401, 200]);
  const third = (await replace(second.id, { hours: 0 })).body;
  expect([await works(second.key), await works(third.key)]).toEqual([401, 200]);
  // An ended key is replaced with a new end only.
  expect(await replace(second.id, { hours: 0 })).toMatchObject({
    status: 400,
    body: { expires_at: ["This key has ended. Please choose when the new one ends."] },
  });
  expect((await replace(second.id, { hours: 0, expires_at: null })).status).toBe(200);
});

test("what a key was used for is counted by kinds, with its last use and a bounded log of calls (OPEN-001 partly)", async () => {
  const { asAdmin, create, withKey, fields } = await setUp();
  const { id, key } = (await create({ scopes: ["orders:read", "sites:write"] })).body;
  const ask = withKey(key);
  for (let count = 0; count < 101; count++) await ask(siteCount);
  await ask(createSite, { body: fields() });
  await ask(contract.companyKeys);
  const details = async () => {
    await testServer.services.companyKeyUse.write();
    return (await asAdmin(contract.findCompanyKey, { params: { id } })).body;
  };
  await expect.poll(async () => (await details()).calls[0]?.path).toBe("/api/accounts/api-keys/");
  const found = await details();
  expect(found).toMatchObject({
    last_used_at: expect.any(String),
    last_address: expect.stringContaining("127.0.0.1"),
    use: [{ kind: "sites", reads: 101, writes: 1, last_write_at: expect.any(String) }],
  });
  expect(found.calls).toHaveLength(100);
  expect(found.calls.slice(0, 3)).toMatchObject([
    { method: "GET", path: "/api/accounts/api-keys/", status: 403 },
    { method: "POST", path: "/api/sites/", status: 200 },
    { method: "GET", path: "/api/sites/count/", status: 200 },
  ]);
});

test("a deleted key is refused, and what it was used for is kept for 90 days (OPEN-001 partly)", async () => {
  const { asAdmin, create, withKey, companyId } = await setUp();
  const { id, key, prefix } = (await create({ scopes: ["sites:read"] })).body;
  const kept = (await create({ name: "Other" })).body;
  expect((await withKey(key)(siteCount)).status).toBe(200);
  expect((await asAdmin(contract.deleteCompanyKey, { params: { id } })).status).toBe(200);
  await testServer.services.companyKeyUse.write();
  const find = () => asAdmin(contract.findCompanyKey, { params: { id } });
  await expect.poll(async () => (await find()).body.calls.length).toBe(1);
  expect((await find()).body).toMatchObject({
    ...{ state: "Deleted", deleted_at: expect.any(String), prefix, use: [{ kind: "sites", reads: 1 }] },
  });
  const listed = (await asAdmin(contract.companyKeys)).body.results;
  expect(listed.map((one: { id: number }) => one.id)).toEqual([kept.id, id]);
  for (const endpoint of [contract.deleteCompanyKey, contract.replaceCompanyKey])
    expect((await asAdmin(endpoint, { params: { id }, body: { hours: 0 } })).status).toBe(404);
  // It takes no place of the 50.
  for (let count = 0; count < 48; count++) await addCompanyKey(testServer, companyId);
  expect((await create({})).status).toBe(200);
  const [clean] = companyKeyJobs(testServer.services.database);
  await clean?.work({}, AbortSignal.any([]));
  expect((await find()).status).toBe(200);
  await testServer.sql("update company_keys set deleted_at = now() - interval '91 days' where id = $1", [id]);
  await clean?.work({}, AbortSignal.any([]));
  expect((await find()).status).toBe(404);
});

test("the links to files that a key gets work without it, and end with it (OPEN-003 partly)", async () => {
  const { companyId, asAdmin, create, withKey, site, addSite } = await setUp();
  const elsewhere = await addSite({ name: "Elsewhere" });
  const mine = await addDocument(testServer, { id: site.id, companyId }, { content: "Of the site" });
  await addDocument(testServer, { id: elsewhere.id, companyId });
  const { id, key } = (await create({ scopes: ["documents:read"], sites: [site.id] })).body;
  const { body } = await withKey(key)(documentList.page);
  expect([body.count, body.results[0].id]).toEqual([1, mine.id]);
  const link = body.results[0].download_url;
  const opened = await openLink(testServer, link);
  expect([opened.status, await opened.text()]).toEqual([200, "Of the site"]);
  await asAdmin(contract.deleteCompanyKey, { params: { id } });
  expect((await openLink(testServer, link)).status).toBe(404);
});

test("the networks of the company hold for its keys and their links (SIGN-006 partly, OPEN-001 partly)", async () => {
  const { companyId, site, withKey } = await setUp();
  await addDocument(testServer, { id: site.id, companyId }, { content: "Of the site" });
  const ask = withKey((await addCompanyKey(testServer, companyId)).key);
  const { body } = await ask(documentList.page);
  const link = body.results[0].download_url;
  const allow = (networks: string) =>
    testServer.sql(
      `insert into security_policies (company_id, networks) values ($1, $2)
       on conflict (company_id) do update set networks = excluded.networks`,
      [companyId, networks],
    );
  await allow("{203.0.113.0/24}");
  expect(await ask(siteCount)).toMatchObject({ status: 403, body: { code: "auth.network" } });
  expect((await openLink(testServer, link)).status).toBe(404);
  await allow("{203.0.113.0/24,127.0.0.0/8}");
  expect((await ask(siteCount)).status).toBe(200);
  expect((await openLink(testServer, link)).status).toBe(200);
});

test("a key that has ended or is none is refused like no key (OPEN-001 partly)", async () => {
  const { companyId } = await setUp();
  const ended = await addCompanyKey(testServer, companyId, { expiresAt: new Date(Date.now() - 1000) });
  for (const authorization of [
    ended.headers.authorization,
    `ApiKey mcc_company_${"0".repeat(48)}`,
    `${ended.headers.authorization} x`,
    "ApiKey mcc_company_",
  ])
    expect((await call(siteCount, { headers: { authorization } })).status).toBe(401);
});
