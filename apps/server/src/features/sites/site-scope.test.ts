import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { findOrder, orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { loginAsSite } from "@mcc/contract/sites/login-as.api.ts";
import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDocument } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { addRole } from "../../testing/people.ts";
import { type SiteCompany, setUpSiteCompany } from "../../testing/site-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: SiteCompany;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpSiteCompany(testServer);
  await company.rule({ roleId: await company.role("Approver"), limit: 0 });
  await testServer.sql("update companies set ecommerce_url = 'https://shop.example.com' where id = $1", [
    company.companyId,
  ]);
});

/** A site with an order and a document, and someone who sees another site. */
const setUp = async () => {
  const site = await company.addSite();
  const { identifier } = await company.order("25.00", { site });
  await addDocument(testServer, { id: site.id, companyId: company.companyId }, { name: `${identifier}.pdf` });
  const roleId = await addRole(testServer, company.companyId, { impersonates: true });
  return { site, identifier, person: await company.person({ roleId }) };
};

/** Everything that a person sees of the site, by every way there is. */
const seenBy = async (token: string, { site, identifier }: Awaited<ReturnType<typeof setUp>>) => {
  const count = async (endpoint: (typeof orderList)["page"], query: Record<string, string>) =>
    (await testServer.call(endpoint, { token, query: query as never })).body.count;
  const as = (endpoint: object) => endpoint as (typeof orderList)["page"];
  const found = await testServer.call(searchRecords, { token, query: { q: identifier } });
  const suggested = await testServer.call(orderList.suggest, {
    token,
    query: { field: "site", site: site.name },
  });
  return {
    orders: await count(orderList.page, { identifier }),
    pending: await count(as(pendingList.page), { identifier }),
    documents: await count(as(documentList.page), { document_name: identifier }),
    sites: await count(as(siteList.page), { name: site.name }),
    selector: await count(as(allSites), { name: site.name, liteVersion: "true" }),
    sum: (await testServer.call(orderSum, { token, query: { identifier } })).body.sum,
    order: (await testServer.call(findOrder, { token, params: { identifier } })).status,
    palette: found.body.results.length,
    suggestions: suggested.body.results.length,
    loginAs: (await testServer.call(loginAsSite, { token, params: { id: site.id } })).status,
  };
};
const EVERYTHING = {
  ...{ orders: 1, pending: 1, documents: 1, sites: 1, selector: 1, sum: "25.00", order: 200, palette: 2 },
  ...{ suggestions: 1, loginAs: 200 },
};
const NOTHING = {
  ...{ orders: 0, pending: 0, documents: 0, sites: 0, selector: 0, sum: "0.00", order: 404, palette: 0 },
  ...{ suggestions: 0, loginAs: 404 },
};

describe("without a hierarchy, what a user sees of a site", () => {
  test("begins and ends with the next request after the assignment, on open pages too (SEC-011, SEC-012)", async () => {
    const made = await setUp();
    const { site, person } = made;
    const stream = await openEventStream(testServer, person.token);
    await stream.hears(1);
    const hearsOfSites = (times: number) =>
      eventually(() => expect(stream.received.filter((kind) => kind === "sites")).toHaveLength(times));
    expect(await seenBy(person.token, made)).toEqual(NOTHING);
    expect((await company.assignUsers(site.id, [person.id])).status).toBe(200);
    expect(await seenBy(person.token, made)).toEqual(EVERYTHING);
    await hearsOfSites(1);
    expect((await company.update(site.id, { users: [] })).status).toBe(200);
    expect(await seenBy(person.token, made)).toEqual(NOTHING);
    await hearsOfSites(2);
  });

  test("is the same for a user with 10,000 sites, and ends for them as soon", async () => {
    const made = await setUp();
    const { site, person } = made;
    await testServer.sql(
      `insert into sites (company_id, name, ecommerce_username)
       select $1, 'Bulk ' || n, 'bulk-' || n from generate_series(1, 12000) as n`,
      [company.companyId],
    );
    await testServer.sql(
      `insert into site_users (company_id, site_id, user_id)
       select company_id, id, $2 from sites where company_id = $1 and name like 'Bulk %' order by id limit 10000`,
      [company.companyId, person.id],
    );
    await company.assignUsers(site.id, [person.id]);
    expect(await seenBy(person.token, made)).toEqual(EVERYTHING);
    const { body } = await testServer.call(siteList.page, { token: person.token });
    expect(body).toMatchObject({ count: 10_000, count_is_capped: true });
    await company.update(site.id, { users: [] });
    expect(await seenBy(person.token, made)).toEqual(NOTHING);
  });
});
