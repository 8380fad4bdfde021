import { userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addPerson } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

describe("the users list", () => {
  test("returns every field of a user, the first four sites by name and their number (USER-007 partly, USER-017, USER-019, USER-020)", async () => {
    const company = await setUpUserCompany(testServer, { locationNames: true });
    const { companyId, addSite, role, rule, person, find, list } = company;
    const sites = [];
    for (const name of ["Site 10", "Site 9", "Camp", "Yard", "Annex"]) sites.push(await addSite({ name }));
    const roleId = await role("Buyer");
    const { id, username } = await person({ firstName: "Dana", lastName: "Whitfield", roleId, sites });
    await testServer.sql(
      "update users set last_login = '2026-03-31T06:00:00Z', phone = '+14325550117' where id = $1",
      [id],
    );
    const first = ["Annex", "Camp", "Site 9", "Site 10"];
    const user = {
      id,
      username,
      first_name: "Dana",
      last_name: "Whitfield",
      email: `${username}@example.com`,
      role: { id: roleId, name: "Buyer" },
      groups: [],
      site_groups: [],
      sites: first.map((name) => ({ id: expect.any(Number), name })),
      sites_count: 5,
      alerts_enabled: true,
      enable_analytics: false,
      enable_text_messages: false,
      phone: "+14325550117",
      node: null,
      has_approval_rule: false,
      is_company_admin: false,
      is_invited: false,
      is_active: true,
      directory: null,
      is_approver: false,
      company: {
        id: companyId,
        short_name: company.slug,
        has_company_hierarchy: false,
        has_location_name_required: true,
      },
    };
    const loaded = await find(id);
    // Signing in for the test has set the time again.
    expect(loaded.body).toEqual({ ...user, last_login: "2026-03-31T06:00:00.000Z" });
    const { results } = (await list({ username })).body;
    expect(results).toEqual([loaded.body]);
    // Computed from the rules, with the next request.
    await rule({ roleId, limit: 0 });
    expect((await find(id)).body).toMatchObject({ has_approval_rule: true, is_approver: true });
    const all = (await find(id, { withSites: "true" })).body.sites.map(({ name }) => name);
    expect(all).toEqual([...first, "Yard"]);
  });

  test("names the groups of a user's node and of the sites shown, with a hierarchy", async () => {
    const { node, group, person, addSite, find } = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await node("Corp");
    const north = await node("North", root);
    await addSite({ name: "Pit", nodeId: north });
    const { id } = await person({ nodeId: root, sites: [] });
    const { body } = await find(id);
    expect(body.groups).toEqual([{ id: group, name: "Region", node: "Corp" }]);
    expect(body.site_groups.map(({ node: name }) => name).sort()).toEqual(["Corp", "North"]);
    expect(body).toMatchObject({ node: root, sites: [{ name: "Pit" }], sites_count: 1 });
  });

  test("filters, sorts and searches by its columns, and suggests values (USER-013, USER-014)", async () => {
    const company = await setUpUserCompany(testServer);
    const { person, role, addSite, suggest } = company;
    const [yard, camp] = [await addSite({ name: "Yard" }), await addSite({ name: "Camp" })];
    const buyer = await role("Buyer");
    const dan = await person({ firstName: "Dan", lastName: "Ames", roleId: buyer, sites: [yard] });
    const eve = await person({ firstName: "Eve", lastName: "Burr", sites: [camp, yard] });
    const set = (id: number, more: string) => testServer.sql(`update users set ${more} where id = ${id}`);
    await set(dan.id, "last_login = '2026-03-31T23:30:00Z', alerts_enabled = false");
    await set(eve.id, "last_login = '2026-04-02T00:00:00Z'");
    await set(company.admin.id, "last_login = null, first_name = 'Zed', last_name = ''");
    const names = async (query: object) =>
      (await company.list(query)).body.results.map(({ first_name }) => first_name);
    expect(await names({})).toEqual(["Dan", "Eve", "Zed"]);
    expect(await names({ ordering: "-name" })).toEqual(["Zed", "Eve", "Dan"]);
    expect(await names({ ordering: "-lastLogin" })).toEqual(["Eve", "Dan", "Zed"]);
    expect(await names({ ordering: "lastLogin" })).toEqual(["Dan", "Eve", "Zed"]);
    expect(await names({ ordering: "site" })).toEqual(["Eve", "Dan", "Zed"]);
    expect(await names({ lastLogin_after: "2026-04-01" })).toEqual(["Eve"]);
    expect(await names({ lastLogin_before: "2026-03-31" })).toEqual(["Dan"]);
    expect(await names({ lastLogin_after: "2026-03-31", lastLogin_before: "2026-04-02" })).toEqual([
      "Dan",
      "Eve",
    ]);
    expect(await names({ role: "Buyer" })).toEqual(["Dan"]);
    expect(await names({ site: "YARD", name: "burr" })).toEqual(["Eve"]);
    expect(await names({ email: dan.email })).toEqual(["Dan"]);
    for (const off of ["false", "Disabled", "2"])
      expect(await names({ alerts_enabled: off })).toEqual(["Dan"]);
    expect(await names({ alerts_enabled: "true" })).toEqual(["Eve", "Zed"]);
    expect(await names({ search: "eve b" })).toEqual(["Eve"]);
    expect(await names({ limit: "1", offset: "1" })).toEqual(["Eve"]);
    expect((await suggest({ field: "role" })).body.results).toEqual(["Buyer"]);
    expect((await suggest({ field: "site", site: "a", role: "Buyer" })).body.results).toEqual(["Yard"]);
    for (const bad of [
      { alerts_enabled: "perhaps" },
      { lastLogin_after: "yesterday" },
      { ordering: "password" },
      { is_company_admin: "true" },
      { offset: "-1" },
    ])
      expect((await company.list(bad)).status).toBe(400);
  });

  test("is exported in one call that has every site of each user (USER-065)", async () => {
    const company = await setUpUserCompany(testServer);
    const sites = [];
    for (let n = 1; n <= 6; n++) sites.push(await company.addSite({ name: `Rig ${n}` }));
    const { username } = await company.person({ sites });
    const { body } = await company.list({ limit: "100000000000", untrimmed: "true" });
    const row = body.results.find((user) => user.username === username);
    expect(row?.sites.map(({ name }) => name)).toEqual([
      "Rig 1",
      "Rig 2",
      "Rig 3",
      "Rig 4",
      "Rig 5",
      "Rig 6",
    ]);
    expect([body.count, body.results.length]).toEqual([2, 2]);
    const trimmed = await company.list({ limit: "100000000000" });
    expect(trimmed.body.results.find((user) => user.username === username)?.sites).toHaveLength(4);
  });

  test("is for company admins, and has neither deleted users nor those of other companies", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const regular = await company.person();
    expect((await testServer.call(userList.page, { token: regular.token })).status).toBe(403);
    expect(
      (await testServer.call(userList.suggest, { token: regular.token, query: { field: "name" } })).status,
    ).toBe(403);
    expect((await testServer.call(userList.page, {})).status).toBe(401);
    const gone = await company.person();
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    const ids = (await company.list({ limit: "1000" })).body.results.map(({ id }) => id).sort();
    expect(ids).toEqual([company.admin.id, regular.id].sort());
    for (const id of [gone.id, other.admin.id, 999_999_999, "nobody"]) {
      const { status, body } = await company.find(id);
      expect([status, { ...body, request_id: "" }]).toEqual([
        404,
        { detail: "Not found.", code: "not_found", request_id: "" },
      ]);
    }
  });

  test("lists what selectors need, and nothing else, on a page and all at once", async () => {
    const company = await setUpUserCompany(testServer);
    const { id, username } = await company.person({ firstName: "Ann", lastName: "Lee" });
    const ann = { id, username, first_name: "Ann", last_name: "Lee", is_company_admin: false };
    for (const limit of ["20", "100000000000"]) {
      const { results } = (await company.list({ liteVersion: "true", limit })).body;
      expect(results[0]).toEqual(ann);
    }
  });
});

describe("the sites of a user", () => {
  test("are listed by name with their number, page by page (USER-015)", async () => {
    const company = await setUpUserCompany(testServer);
    const sites = [];
    for (let n = 1; n <= 5; n++) sites.push(await company.addSite({ name: `Rig ${n}` }));
    const { id } = await company.person({ sites });
    const preview = (await company.sitesOf(id, { limit: "4" })).body;
    expect([preview.count, preview.results.map(({ name }) => name)]).toEqual([
      5,
      ["Rig 1", "Rig 2", "Rig 3", "Rig 4"],
    ]);
    expect(preview.next).toContain("offset=4");
    await testServer.sql("update sites set deleted_at = now() where id = $1", [sites[0]?.id]);
    expect((await company.sitesOf(id)).body.count).toBe(4);
    expect((await company.sitesOf(999_999_999)).status).toBe(404);
  });

  test("are the same that the user sees: by node, by policy, by both", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const north = await company.node("North", root);
    const [atRoot, atNorth, atPit] = [
      await company.addSite({ name: "A", nodeId: root }),
      await company.addSite({ name: "B", nodeId: north }),
      await company.addSite({ name: "C", nodeId: await company.node("Pit", north) }),
    ];
    await company.addSite({ name: "Loose" });
    const limitTo = (id: number, ...sites: { id: number }[]) =>
      testServer.sql(
        "insert into policy_sites (company_id, user_id, site_id) select $1, $2, unnest($3::bigint[])",
        [company.companyId, id, sites.map((site) => site.id)],
      );
    const namesOf = async (id: number) => (await company.sitesOf(id)).body.results.map(({ name }) => name);
    const seenBy = async (id: number) => {
      const [row] = await testServer.sql<{ names: string[] }>(
        `select array(select name from sites where id = any(coalesce(access.site_ids,
           array(select id from sites where company_id = users.company_id))) order by name) as names
         from users cross join lateral mcc.access_of(users) as access where users.id = $1`,
        [id],
      );
      return row?.names;
    };
    const person = (nodeId?: number) => addPerson(testServer, company.companyId, nodeId ? { nodeId } : {});
    const [below, both, outside, policy, none] = [
      await person(north),
      await person(north),
      await person(north),
      await person(),
      await person(),
    ];
    await limitTo(both.id, atRoot, atPit);
    await limitTo(outside.id, atRoot);
    await limitTo(policy.id, atRoot, atNorth);
    for (const [{ id }, names] of [
      [below, ["B", "C"]],
      [both, ["C"]],
      [outside, []],
      [policy, ["A", "B"]],
      [none, []],
    ] as const) {
      expect(await namesOf(id)).toEqual(names);
      expect(await seenBy(id)).toEqual(names);
    }
  });
});
