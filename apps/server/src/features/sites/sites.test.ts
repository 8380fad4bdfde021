import { allSites, siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const tokenOf = async (companyId: number, traits = {}) =>
  tokenFor(testServer, (await addPerson(testServer, companyId, traits)).username);

const addType = async (companyId: number, name: string, ...sites: Site[]) => {
  const [type] = await testServer.sql<{ id: number }>(
    "insert into site_types (company_id, name) values ($1, $2) returning id",
    [companyId, name],
  );
  await testServer.sql("update sites set site_type_id = $1 where id = any($2)", [
    type?.id,
    sites.map(({ id }) => id),
  ]);
  return Number(type?.id);
};

describe("the sites list", () => {
  test("returns every field of a site, its users up to four and their number (SITE-016, SITE-017, SITE-018)", async () => {
    const companyId = await addCompany(testServer);
    const site = await addSite(testServer, companyId, {
      name: "Yard 2",
      region: "North",
      division: "Drilling",
    });
    const type = await addType(companyId, "Yard", site);
    for (const username of ["eve", "dan", "cy", "bea", "abe"]) {
      const person = await addPerson(testServer, companyId, { username: `${username}-${companyId}` });
      await assignSite(testServer, site, person.id);
    }
    const token = await tokenOf(companyId, { admin: true });
    const { body } = await testServer.call(siteList.page, { token });
    const users = ["abe", "bea", "cy", "dan"].map((name) => ({
      id: expect.any(Number),
      username: `${name}-${companyId}`,
    }));
    expect(body).toMatchObject({ count: 1, next: null, previous: null });
    expect(body.results).toEqual([
      {
        id: site.id,
        name: "Yard 2",
        location_name: null,
        division: "Drilling",
        business_unit: null,
        region: "North",
        ecommerce_username: "shop-Yard 2",
        ecommerce_user_email: null,
        site_type: { id: type, name: "Yard" },
        site_warehouse: null,
        node: null,
        node_name: null,
        enable_analytics: true,
        buyout_site: false,
        has_approval_rule: false,
        users,
        users_count: 5,
        groups: [],
      },
    ]);
    const whole = await testServer.call(allSites, {
      token,
      query: { untrimmed: "true", limit: "100000000000" },
    });
    expect(whole.body.results[0]?.users?.map(({ username }) => username.split("-")[0])).toEqual([
      "abe",
      "bea",
      "cy",
      "dan",
      "eve",
    ]);
    for (const { path } of [allSites, siteList.page]) {
      const lite = await testServer.call(
        { ...siteList.litePage, path },
        { token, query: { liteVersion: "true" } },
      );
      expect([lite.status, lite.body.results]).toEqual([200, [{ id: site.id, name: "Yard 2", node: null }]]);
    }
  });

  test("filters, sorts and searches by its columns, and suggests values under the other filters (SHELL-049 partly)", async () => {
    const companyId = await addCompany(testServer);
    const make = (name: string, region?: string) =>
      addSite(testServer, companyId, { name, ...(region ? { region } : {}) });
    const [ten, two] = [
      await make("Yard 10", "North"),
      await make("Yard 2", "South"),
      await make("Camp 100%"),
    ];
    await addType(companyId, "Yard", ten, two);
    const dana = await addPerson(testServer, companyId, { username: `dana-${companyId}` });
    await assignSite(testServer, two, dana.id);
    const token = await tokenOf(companyId, { admin: true });
    const names = async (query: Parameters<typeof siteList.page.query.parse>[0]) =>
      (await testServer.call(siteList.page, { token, query: query as never })).body.results.map(
        ({ name }) => name,
      );
    expect(await names({})).toEqual(["Camp 100%", "Yard 2", "Yard 10"]);
    expect(await names({ ordering: "-region" })).toEqual(["Yard 2", "Yard 10", "Camp 100%"]);
    expect(await names({ ordering: "region" })).toEqual(["Yard 10", "Yard 2", "Camp 100%"]);
    expect(await names({ site_type: "Yard", name: "1" })).toEqual(["Yard 10"]);
    expect(await names({ site_type: "yar" })).toEqual([]);
    expect(await names({ user: "DANA" })).toEqual(["Yard 2"]);
    expect(await names({ search: "100%" })).toEqual(["Camp 100%"]);
    expect(await names({ search: "0_" })).toEqual([]);
    expect(await names({ named: "yARD 2" })).toEqual(["Yard 2"]);
    expect(await names({ named: "Yard" })).toEqual([]);
    expect(await names({ named: "_ard 2" })).toEqual([]);
    const paged = await testServer.call(siteList.page, { token, query: { limit: "1", offset: "1" } });
    expect(paged.body).toMatchObject({ count: 3, results: [{ name: "Yard 2" }] });
    const suggest = async (query: object) =>
      (await testServer.call(siteList.suggest, { token, query: query as never })).body.results;
    expect(await suggest({ field: "region" })).toEqual(["North", "South"]);
    expect(await suggest({ field: "region", name: "10" })).toEqual(["North"]);
    expect(await suggest({ field: "name", name: "yard" })).toEqual(["Yard 2", "Yard 10"]);
    expect(await suggest({ field: "site_type", site_type: "Camp" })).toEqual(["Yard"]);
    expect(await suggest({ field: "user" })).toEqual([dana.username]);
    for (const bad of [{ regin: "x" }, { ordering: "users" }, { group_1: "North" }, { named: "\u0000" }]) {
      const refused = await testServer.call(siteList.page, { token, query: bad as never });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(bad)]);
    }
  });

  test("shows a user only their own sites, and never those of another company or deleted ones", async () => {
    const [companyId, other] = [await addCompany(testServer), await addCompany(testServer)];
    const [mine, hidden, gone] = [
      await addSite(testServer, companyId, { name: "Mine" }),
      await addSite(testServer, companyId, { name: "Hidden" }),
      await addSite(testServer, companyId, { name: "Gone" }),
    ];
    await addSite(testServer, other, { name: "Foreign" });
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    const person = await addPerson(testServer, companyId);
    await assignSite(testServer, mine, person.id);
    await assignSite(testServer, gone, person.id);
    const token = await tokenFor(testServer, person.username);
    for (const endpoint of [siteList.page, allSites]) {
      const { body } = await testServer.call(endpoint, { token });
      expect([body.count, body.results.map(({ id }) => id)]).toEqual([1, [mine.id]]);
    }
    const { body } = await testServer.call(siteList.suggest, { token, query: { field: "name" } });
    expect(body.results).toEqual(["Mine"]);
    const admin = await tokenOf(companyId, { admin: true });
    const all = await testServer.call(siteList.page, { token: admin });
    expect(all.body.results.map(({ id }) => id)).toEqual([hidden.id, mine.id]);
  });

  test("a choice offers every site type of the sites in the list, not only the first ten (SITE-005)", async () => {
    const companyId = await addCompany(testServer);
    const names = Array.from({ length: 12 }, (_, at) => `Type ${at + 1}`);
    for (const name of names) await addType(companyId, name, await addSite(testServer, companyId, { name }));
    const token = await tokenOf(companyId, { admin: true });
    const { body } = await testServer.call(siteList.suggest, { token, query: { field: "site_type" } });
    expect(body.results).toEqual(names);
  });

  test("the users of one site are listed by username, one page at a time, for users who see the site (SITE-020)", async () => {
    const [companyId, other] = [await addCompany(testServer), await addCompany(testServer)];
    const [site, hidden, foreign] = [
      await addSite(testServer, companyId, { name: "Yard" }),
      await addSite(testServer, companyId, { name: "Camp" }),
      await addSite(testServer, other, { name: "Foreign" }),
    ];
    const people = [];
    for (const name of ["cy", "abe", "bea"]) {
      people.push(await addPerson(testServer, companyId, { username: `${name}-${companyId}` }));
    }
    for (const { id } of people) await assignSite(testServer, site, id);
    const token = await tokenFor(testServer, people[0]?.username ?? "");
    const read = (id: number | string, query = {}) =>
      testServer.call(siteUsers, { token, params: { id: id as number }, query });
    const { body } = await read(site.id);
    const users = ["abe", "bea", "cy"].map((name) => ({
      id: expect.any(Number),
      username: `${name}-${companyId}`,
    }));
    expect(body).toMatchObject({ count: 3, next: null, previous: null, results: users });
    const paged = (await read(site.id, { limit: "2", offset: "2" })).body;
    expect(paged).toMatchObject({ count: 3, results: users.slice(2) });
    expect((await read(site.id, { limit: "4", offset: "9" })).body).toMatchObject({ count: 3, results: [] });
    for (const id of [hidden.id, foreign.id, 999_999_999, "x"]) expect((await read(id)).status).toBe(404);
    expect((await read(site.id, { limt: "4" })).status).toBe(400);
  });

  test("lists, with a hierarchy, the users above the site who are not limited to others", async () => {
    const companyId = await addCompany(testServer, { hierarchy: true });
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Region') returning id",
      [companyId],
    );
    const node = async (name: string, parent: number | null) => {
      const [row] = await testServer.sql<{ id: number }>(
        "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
        [companyId, group?.id, name, parent],
      );
      return Number(row?.id);
    };
    const root = await node("Corp", null);
    const [north, south] = [await node("North", root), await node("South", root)];
    const [yard, camp] = [
      await addSite(testServer, companyId, { name: "Yard", nodeId: north }),
      await addSite(testServer, companyId, { name: "Camp", nodeId: south }),
    ];
    const named = (name: string, nodeId?: number) =>
      addPerson(testServer, companyId, { username: `${name}-${companyId}`, ...(nodeId ? { nodeId } : {}) });
    await named("root", root);
    await named("south", south);
    const [limited, loose] = [await named("limited", root), await named("loose")];
    const policy = (userId: number, site: Site) =>
      testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
        companyId,
        userId,
        site.id,
      ]);
    await policy(limited.id, camp);
    await policy(loose.id, yard);
    const token = await tokenOf(companyId, { admin: true });
    const { body } = await testServer.call(siteList.page, { token });
    const users = body.results.map(({ name, users }) => [
      name,
      ...users.map(({ username }) => username.split("-")[0]),
    ]);
    expect(users).toEqual([
      ["Camp", "limited", "root", "south"],
      ["Yard", "loose", "root"],
    ]);
    expect(body.results[0]?.groups.map(({ node: name }) => name)).toContain("South");
    const filtered = await testServer.call(siteList.page, {
      token,
      query: { [`group_${group?.id}`]: "North" },
    });
    expect(filtered.body.results.map(({ name }) => name)).toEqual(["Yard"]);
  });
});
