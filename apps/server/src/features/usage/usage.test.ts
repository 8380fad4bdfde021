import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { companyUsage } from "@mcc/contract/usage/usage.api.ts";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addShop, orderOf } from "../../testing/integration.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { COUNT_STORAGE } from "./usage.jobs.ts";

let testServer: TestServer;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
});

const usageOf = async (id: number) => {
  await testServer.services.requestUse.write();
  return (await testServer.call(companyUsage, { token, params: { id } })).body;
};

/** Documents without files: their sizes are what counts. */
const addDocuments = (companyId: number, siteId: number, count: number, size: number) =>
  testServer.sql(
    `insert into documents (company_id, site_id, external_id, document_name, document_type, order_date, storage_key,
       content_type, size, checksum)
     select $1, $2, 'D-' || n, 'Invoice ' || n, 1, now(), 'documents/' || n, 'application/pdf', $4, ''
     from generate_series(1, $3::integer) as n`,
    [companyId, siteId, count, size],
  );

test("the usage of a company is counted: users, sites, orders, documents, storage and requests", async () => {
  const shop = await addShop(testServer);
  await addShop(testServer); // another company, which does not count
  const user = await addPerson(testServer, shop.companyId);
  await addPerson(testServer, shop.companyId);
  await testServer.sql("update users set deleted_at = now() where company_id = $1 and id <> $2", [
    shop.companyId,
    user.id,
  ]);
  const theirs = await tokenFor(testServer, user.username);
  for (let n = 0; n < 3; n++) await testServer.call(currentUser, { token: theirs });
  for (const identifier of ["U-1", "U-2"]) {
    await testServer.call(upsertOrder, {
      params: { slug: shop.slug, identifier },
      body: orderOf(shop.site.shopUser),
      headers: shop.headers,
    });
  }
  await addDocuments(shop.companyId, shop.site.id, 3, 1_000);
  await eventually(async () => {
    const usage = await usageOf(shop.companyId);
    expect(usage).toMatchObject({ users: 1, sites: 1, orders: 2, documents: 3, storage: { bytes: 3_000 } });
    expect(usage.requests).toHaveLength(30);
    const today = new Date().toISOString().slice(0, 10);
    expect(usage.requests.at(-1)).toEqual({ day: today, portal: 3, integration: 2 });
    expect(usage.requests[0]).toMatchObject({ portal: 0, integration: 0 });
  });
});

test("the sizes of very many documents are added up at night, and the answer says when", async () => {
  const shop = await addShop(testServer);
  await addDocuments(shop.companyId, shop.site.id, 20_001, 10);
  expect(await usageOf(shop.companyId)).toMatchObject({ documents: 20_001, storage: null });
  await testServer.services.jobs.requestJob(COUNT_STORAGE, {}, "now");
  await eventually(async () =>
    expect(await usageOf(shop.companyId)).toMatchObject({
      storage: { bytes: 200_010, counted_at: expect.stringMatching(/Z$/) },
    }),
  );
});

test("usage is for platform admins, of companies that exist", async () => {
  expect((await testServer.call(companyUsage, { token, params: { id: 999_999 } })).status).toBe(404);
  const companyId = await addCompany(testServer);
  const admin = await addPerson(testServer, companyId, { admin: true });
  const theirs = await tokenFor(testServer, admin.username);
  expect((await testServer.call(companyUsage, { token: theirs, params: { id: companyId } })).status).toBe(
    403,
  );
});
