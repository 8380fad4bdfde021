import { approvalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { siteCount, siteGroups, warehouses } from "@mcc/contract/sites/site-records.api.ts";
import { allSites, siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { type SiteCompany, setUpSiteCompany } from "../../testing/site-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const NAME_TAKEN = { name: ["Site with this name already exists"] };
const USERNAME_TAKEN = { ecommerce_username: ["This username is already in use."] };

const newSite = async (company: SiteCompany, more: object = {}) =>
  (await company.create(company.fields(more))).body;
const namesSeenBy = async (token: string) =>
  (await testServer.call(siteList.page, { token })).body.results.map(({ name }) => name);
const idsOf = (users: readonly { id: number }[]) => users.map(({ id }) => id).sort((a, b) => a - b);

describe("a change of a site", () => {
  test("is saved field by field, audited with what was before, and without effect no history (SITE-069)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { update, find, audited, slug, type, warehouse } = company;
    const site = await newSite(company, { name: "Old Yard" });
    const changes = {
      name: " New Yard ",
      location_name: "Gate 9",
      division: "Completions",
      business_unit: "Permian",
      region: "South",
      ecommerce_username: `${slug}-NewYard`,
      ecommerce_user_email: "new@example.com",
      site_type: type,
      site_warehouse: warehouse,
      enable_analytics: false,
      users: [],
    };
    const saved = await update(site.id, { ...changes, id: 7, company_id: 7, buyout_site: true });
    const expected = {
      ...site,
      name: "New Yard",
      location_name: "Gate 9",
      division: "Completions",
      business_unit: "Permian",
      region: "South",
      ecommerce_username: `${slug}-NewYard`,
      ecommerce_user_email: "new@example.com",
      enable_analytics: false,
    };
    expect(saved).toMatchObject({ status: 200 });
    expect(saved.body).toEqual(expected);
    expect((await update(site.id, { region: "West" })).body).toEqual({ ...expected, region: "West" });
    const history = (await audited()).filter(({ action }) => action === "site.updated");
    expect(history[0]?.details).toMatchObject({ name: "New Yard", before: { name: "Old Yard" } });
    expect((await update(site.id, { region: "West" })).status).toBe(200);
    expect((await update(site.id, {})).status).toBe(200);
    expect((await audited()).filter(({ action }) => action === "site.updated")).toHaveLength(2);
    expect((await find(site.id)).body.location_name).toBe("Gate 9");
  });

  test("has to be right where it is given; only the warehouse may be empty (SITE-066 partly, SITE-068 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { update, create, fields } = company;
    const [site, other] = [await newSite(company), await newSite(company)];
    expect((await update(site.id, { site_warehouse: null })).body.site_warehouse).toBeNull();
    for (const [field, value, message] of [
      ["name", "", "Name field is required"],
      ["name", null, "Name field is required"],
      ["division", " ", "Division field is required"],
      ["business_unit", null, "Business Unit field is required"],
      ["region", "", "Region field is required"],
      ["ecommerce_user_email", "", "Email field is required"],
      ["ecommerce_user_email", "x@y", "Incorrect email format"],
      ["ecommerce_username", "", "Shop Username field is required"],
      ["site_type", null, "Type field is required"],
      ["site_type", 999_999_999, "There is no such site type."],
      ["site_warehouse", 999_999_999, "There is no such warehouse."],
      ["organization_node", 4, "Your company has no hierarchy."],
      ["users", [999_999_999], "There is no such user."],
      ["users", "all", "This must be a list of ids."],
    ] as const) {
      const { status, body } = await update(site.id, { [field]: value });
      expect([status, body]).toEqual([400, { [field]: [message] }]);
    }
    expect((await update(site.id, { name: other.name.toUpperCase() })).body).toEqual(NAME_TAKEN);
    expect((await update(site.id, { name: site.name.toUpperCase() })).status).toBe(200);
    const third = await create(fields({ name: "Third" }));
    const renamed = await Promise.all(
      [site.id, other.id, third.body.id].map((id) => update(id, { name: "Only" })),
    );
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("of the shop username keeps to the prefix of the company, or of the node (SITE-067 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const site = await newSite(company);
    const refused = await company.update(site.id, { ecommerce_username: "other-Yard" });
    expect(refused.body).toEqual({
      ecommerce_username: [`Shop Username prefix should start with "${company.slug}-"`],
    });
    const tree = await setUpSiteCompany(testServer, { hierarchy: true });
    const region = await tree.group("Region");
    const root = await tree.node(region, "Corp");
    const north = await tree.node(region, "North", { parent: root, prefix: "nor" });
    const made = await newSite(tree, { organization_node: root });
    const moved = { organization_node: north, ecommerce_username: `${tree.slug}-Moved` };
    expect((await tree.update(made.id, moved)).body).toEqual({
      ecommerce_username: ['Shop Username prefix should start with "nor-"'],
    });
    const kept = await tree.update(made.id, { ...moved, ecommerce_username: `nor-${tree.slug}` });
    expect(kept.body).toMatchObject({ node: north, ecommerce_username: `nor-${tree.slug}` });
  });

  test("of the shop username renames the account of the site, unless others have it too", async () => {
    const company = await setUpSiteCompany(testServer);
    const { update, shopUsers, slug, create, fields } = company;
    const named = (username: string) =>
      shopUsers().then((all) => all.find((one) => one.username === username));
    const site = await newSite(company);
    const before = await named(site.ecommerce_username);
    await update(site.id, { ecommerce_username: `${slug}-Renamed`, ecommerce_user_email: "r@example.com" });
    expect(await named(site.ecommerce_username)).toBeUndefined();
    expect(await named(`${slug}-Renamed`)).toEqual({
      username: `${slug}-Renamed`,
      email: "r@example.com",
      password_hash: before?.password_hash,
    });
    const shares = await create(fields({ ecommerce_username: `${slug}-Renamed`, password: undefined }));
    await update(shares.body.id, {
      ecommerce_username: `${slug}-Apart`,
      ecommerce_user_email: "a@example.com",
    });
    expect((await named(`${slug}-Renamed`))?.email).toBe("r@example.com");
    expect(await named(`${slug}-Apart`)).toMatchObject({ email: "a@example.com", password_hash: null });
    // One that the company has is used as it is.
    expect(
      (await update(shares.body.id, { ecommerce_username: `${slug}-renamed` })).body.ecommerce_username,
    ).toBe(`${slug}-Renamed`);
    const other = await setUpSiteCompany(testServer);
    const foreign = await newSite(other, { ecommerce_username: `${slug}-Foreign` });
    expect((await update(site.id, { ecommerce_username: foreign.ecommerce_username })).body).toEqual(
      USERNAME_TAKEN,
    );
  });
});

describe("the users of a site", () => {
  test("are assigned as its admins, beside those it has, and see it with their next request (SITE-030, SITE-059)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { assignUsers, find, person, companyId } = company;
    const site = await newSite(company, { name: "North Yard" });
    const [ann, ben] = [await person({ sites: [] }), await person({ sites: [] })];
    expect(await namesSeenBy(ann.token)).toEqual([]);
    expect(await assignUsers(site.id, [ann.id, ann.id])).toMatchObject({
      status: 200,
      body: { detail: "Users assigned succesfully" },
    });
    expect(await namesSeenBy(ann.token)).toEqual(["North Yard"]);
    await assignUsers(site.id, [ben.id]);
    expect(idsOf((await find(site.id)).body.users)).toEqual([ann.id, ben.id]);
    const rows = await testServer.sql<{ is_admin: boolean }>(
      "select is_admin from site_users where company_id = $1 and site_id = $2",
      [companyId, site.id],
    );
    expect(rows).toEqual([{ is_admin: true }, { is_admin: true }]);
    const entries = (await company.audited()).filter(({ action }) => action === "site.updated");
    expect(entries).toHaveLength(2);
    await assignUsers(site.id, [ben.id]);
    await assignUsers(site.id, []);
    expect((await company.audited()).filter(({ action }) => action === "site.updated")).toHaveLength(2);
  });

  test("are replaced by a change, which keeps what others have changed meanwhile", async () => {
    const company = await setUpSiteCompany(testServer);
    const { update, assignUsers, person, find } = company;
    const site = await newSite(company);
    const [ann, ben, cy] = [
      await person({ sites: [] }),
      await person({ sites: [] }),
      await person({ sites: [] }),
    ];
    await update(site.id, { users: [ann.id, ben.id] });
    expect(idsOf((await find(site.id)).body.users)).toEqual([ann.id, ben.id]);
    expect(await namesSeenBy(ben.token)).toEqual([site.name]);
    await assignUsers(site.id, [cy.id]);
    await update(site.id, { users: [ann.id], users_before: [ann.id, ben.id] });
    expect(idsOf((await find(site.id)).body.users)).toEqual([ann.id, cy.id]);
    expect(await namesSeenBy(ben.token)).toEqual([]);
  });

  test("are of the company and there, and of a site that is; others get the same answer as nobody", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const site = await newSite(company);
    const foreignSite = await newSite(other);
    const [foreign, gone, ann] = [
      await other.person({}),
      await company.person({ sites: [] }),
      await company.person({ sites: [] }),
    ];
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    for (const id of [foreign.id, gone.id, 999_999_999]) {
      expect(await company.assignUsers(site.id, [ann.id, id])).toMatchObject({
        status: 400,
        body: { users: ["There is no such user."] },
      });
    }
    expect((await company.find(site.id)).body.users).toEqual([]);
    for (const id of [foreignSite.id, 999_999_999, "x"]) {
      expect((await company.assignUsers(id, [ann.id])).status).toBe(404);
    }
    expect((await company.assignUsers(site.id, "all")).status).toBe(400);
    expect((await company.assignUsers(site.id, [ann.id], ann.token)).status).toBe(403);
  });

  test("follow from the node in a company with a hierarchy: assigning them is refused in a sentence", async () => {
    const company = await setUpSiteCompany(testServer, { hierarchy: true });
    const root = await company.node(await company.group("Region"), "Corp");
    const site = await newSite(company, { organization_node: root });
    const ann = await company.person({ nodeId: root, sites: [] });
    for (const refused of [
      await company.assignUsers(site.id, [ann.id]),
      await company.update(site.id, { users: [ann.id] }),
      await company.clone(site.id, { name: "Copy", users: [ann.id] }),
    ]) {
      expect(refused).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(/hierarchy.*node/) },
      });
    }
    expect(await namesSeenBy(ann.token)).toEqual([site.name]);
  });

  test("see it on an open page without asking: the stream tells them", async () => {
    const company = await setUpSiteCompany(testServer);
    const site = await newSite(company);
    const ann = await company.person({ sites: [] });
    const stream = await openEventStream(testServer, ann.token);
    const hearsOfSites = (times: number) =>
      eventually(() => expect(stream.received.filter((kind) => kind === "sites")).toHaveLength(times));
    await company.assignUsers(site.id, [ann.id]);
    await hearsOfSites(1);
    // Those who lose a site are told too.
    await company.update(site.id, { users: [] });
    await hearsOfSites(2);
  });
});

describe("a clone", () => {
  test("is a site of its own with what was given, and the rest of the site it was made of (SITE-070)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { clone, assignUsers, person, find, audited, events, shopUsers, slug } = company;
    const source = await newSite(company, { location_name: "Gate 4" });
    const ann = await person({ sites: [] });
    await assignUsers(source.id, [ann.id]);
    const made = await clone(source.id, { name: "Copy", region: "South" });
    expect(made.status).toBe(200);
    const sourceNow = (await find(source.id)).body;
    // Not the shop user of the other site: orders name their site by it.
    const own = { id: made.body.id, name: "Copy", region: "South", ecommerce_username: `${slug}-YardCopy` };
    expect(made.body).toEqual({ ...sourceNow, ...own });
    expect(made.body.id).not.toBe(source.id);
    expect(sourceNow.name).toBe(source.name);
    const another = await clone(source.id, {
      name: "Other",
      ecommerce_username: `${slug}-Other`,
      users: [],
    });
    expect(another.body).toMatchObject({ users: [], ecommerce_username: `${slug}-Other` });
    expect((await shopUsers()).find(({ username }) => username === `${slug}-Other`)).toMatchObject({
      password_hash: null,
    });
    expect((await events()).map(({ type, payload }) => [type, payload.name])).toEqual([
      ["site.created", source.name],
      ["site.created", "Copy"],
      ["site.created", "Other"],
    ]);
    expect((await audited()).filter(({ action }) => action === "site.created")).toHaveLength(3);
  });

  test("needs a name that no site has, and a site that is there", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const source = await newSite(company);
    expect((await company.clone(source.id, {})).body).toEqual({ name: ["Name field is required"] });
    expect((await company.clone(source.id, { name: source.name })).body).toEqual(NAME_TAKEN);
    expect((await company.clone(source.id, { name: "Copy", ecommerce_username: "other-Copy" })).body).toEqual(
      { ecommerce_username: [`Shop Username prefix should start with "${company.slug}-"`] },
    );
    for (const id of [source.id, 999_999_999, "x"]) {
      expect((await other.clone(id, { name: "Copy" })).status).toBe(404);
    }
    const { token } = await company.person({});
    expect((await company.clone(source.id, { name: "Copy" }, token)).status).toBe(403);
  });
});

describe("a deleted site", () => {
  test("leaves lists, selectors and counts at once, and is not found any more (SITE-072 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { removeSite, find, update, clone, assignUsers, token, audited } = company;
    const site = await newSite(company, { name: "Gone" });
    expect(await removeSite(site.id)).toMatchObject({
      status: 200,
      body: { detail: "Site deleted correctly" },
    });
    for (const list of [siteList.page, allSites]) {
      const { body } = await testServer.call(list, { token });
      expect(body.results.map(({ id }) => id)).toEqual([company.site.id]);
    }
    expect((await testServer.call(siteCount, { token })).body).toEqual({ count: 1 });
    const { body } = await testServer.call(siteList.suggest, { token, query: { field: "name" } });
    expect(body.results).not.toContain("Gone");
    for (const { status } of [
      await find(site.id),
      await update(site.id, { name: "Back" }),
      await clone(site.id, { name: "Copy" }),
      await assignUsers(site.id, []),
      await removeSite(site.id),
      await testServer.call(siteUsers, { token, params: { id: site.id } }),
      await testServer.call(siteGroups, { token, params: { id: site.id } }),
    ]) {
      expect(status).toBe(404);
    }
    expect((await audited()).at(-1)).toMatchObject({
      action: "site.deleted",
      record_id: String(site.id),
      details: { name: "Gone" },
    });
    const [row] = await testServer.sql<{ name: string }>("select name from sites where id = $1", [site.id]);
    expect(row?.name).toBe("Gone");
  });

  test("stays on its orders, for those who saw them (SITE-074)", async () => {
    const company = await setUpSiteCompany(testServer, { approvals: false });
    const { order, person, removeSite, token } = company;
    const site = company.site;
    const ann = await person({});
    const { identifier } = await order("10.00");
    expect((await removeSite(site.id)).status).toBe(200);
    for (const as of [ann.token, token]) {
      const found = await testServer.call(findOrder, { token: as, params: { identifier } });
      expect(found.body).toMatchObject({ site: { name: site.name } });
      const listed = await testServer.call(orderList.page, { token: as, query: { site: site.name } });
      expect(listed.body.results.map((row) => row.identifier)).toEqual([identifier]);
    }
    expect(await namesSeenBy(ann.token)).toEqual([]);
    await expect(order("10.00")).rejects.toThrow("refused: 400");
  });

  test("does not leave a pending order without its approvers: it stays until they have decided (APPR-051 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { person, rule, order, removeSite, approve, find } = company;
    const ann = await person({});
    await rule({ userId: ann.id, limit: 0, siteIds: [company.site.id] });
    const { identifier } = await order("10.00");
    const refused = await removeSite(company.site.id);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: "Pending orders have no other eligible approver: approve or reject them first." },
    });
    expect((await find(company.site.id)).status).toBe(200);
    expect((await approve(ann.token, identifier)).status).toBe(200);
    expect((await removeSite(company.site.id)).status).toBe(200);
  });

  test("gets no order that arrives while it is deleted", async () => {
    const company = await setUpSiteCompany(testServer);
    const { person, rule, order, site, companyId } = company;
    await rule({ userId: (await person({})).id, limit: 0, siteIds: [site.id] });
    const deletion = new pg.Client({ connectionString: testServer.url });
    await deletion.connect();
    try {
      await deletion.query("begin");
      await deletion.query("select pg_advisory_xact_lock(7001, $1::int)", [companyId]);
      await deletion.query("update mcc.sites set deleted_at = now() where id = $1", [site.id]);
      const refused = expect(order("10.00")).rejects.toThrow("refused: 400");
      await eventually(async () => {
        const waiting = await testServer.sql(
          "select from pg_locks where locktype = 'advisory' and classid = 7001 and objid = $1 and not granted",
          [companyId],
        );
        expect(waiting).toHaveLength(1);
      });
      await deletion.query("commit");
      await refused;
    } finally {
      await deletion.end();
    }
    const orders = await testServer.sql("select from orders where company_id = $1", [companyId]);
    expect(orders).toHaveLength(0);
  });

  test("leaves the approval rules that name it; a rule for nothing else is deleted", async () => {
    const company = await setUpSiteCompany(testServer);
    const { person, rule, removeSite, token, audited } = company;
    const site = await newSite(company);
    const [ann, ben] = [await person({}), await person({})];
    const both = await rule({ userId: ann.id, limit: 0, siteIds: [site.id, company.site.id] });
    await rule({ userId: ben.id, limit: 50, siteIds: [site.id] });
    expect((await removeSite(site.id)).status).toBe(200);
    const rules = (await testServer.call(approvalRules, { token })).body.results;
    expect(rules.map(({ id, sites }) => [id, sites])).toEqual([[both, [company.site.id]]]);
    expect((await audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["approval_rule.updated", "approval_rule.deleted", "site.deleted"]),
    );
  });

  test("is deleted by company admins of its company only", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const site = await newSite(company);
    const { token } = await company.person({});
    expect((await company.removeSite(site.id, token)).status).toBe(403);
    expect((await company.removeSite(site.id, await company.impersonator())).status).toBe(403);
    for (const id of [site.id, 999_999_999, "x"]) expect((await other.removeSite(id)).status).toBe(404);
    expect((await company.find(site.id)).status).toBe(200);
    const twice = await Promise.all([company.removeSite(site.id), company.removeSite(site.id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("one site", () => {
  test("is read by whoever may see it, with all its users and their names (SITE-018, SITE-064 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const site = await newSite(company);
    const people = [];
    for (const at of [1, 2, 3, 4, 5, 6])
      people.push(await company.person({ sites: [site as never], firstName: `P${at}`, lastName: "Doe" }));
    const { body } = await company.find(site.id);
    expect(body.users).toHaveLength(6);
    expect(body.users[0]).toEqual({
      id: expect.any(Number),
      username: expect.any(String),
      first_name: expect.stringMatching(/^P\d$/),
      last_name: "Doe",
    });
    expect((await company.find(site.id, people[0]?.token)).status).toBe(200);
    const hidden = await newSite(company);
    for (const id of [hidden.id, 999_999_999, "x"]) {
      const refused = await company.find(id, people[0]?.token);
      expect([refused.status, refused.body]).toMatchObject([404, { detail: "Not found." }]);
    }
  });

  test("has the groups of its node; none without a hierarchy (SITE-019)", async () => {
    const tree = await setUpSiteCompany(testServer, { hierarchy: true });
    const [corporate, region] = [await tree.group("Corporate"), await tree.group("Region")];
    const root = await tree.node(corporate, "Corp");
    const north = await tree.node(region, "North", { parent: root });
    const site = await newSite(tree, { organization_node: north });
    const groups = (id: number, token: string) => testServer.call(siteGroups, { token, params: { id } });
    expect((await groups(site.id, tree.token)).body).toEqual([
      { id: corporate, name: "Corporate", node: "Corp" },
      { id: region, name: "Region", node: "North" },
    ]);
    const plain = await setUpSiteCompany(testServer);
    expect((await groups((await newSite(plain)).id, plain.token)).body).toEqual([]);
    expect((await groups(site.id, plain.token)).status).toBe(404);
  });
});

test("site types and warehouses of the company are listed by name for every user (SITE-023)", async () => {
  const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
  await testServer.sql("insert into warehouses (company_id, name) values ($1, 'Dock 10'), ($1, 'Dock 2')", [
    company.companyId,
  ]);
  await testServer.sql("insert into site_types (company_id, name) values ($1, 'Camp')", [company.companyId]);
  const { token } = await company.person({});
  const read = async (endpoint: typeof warehouses | typeof siteTypeEndpoints.list, as = token) =>
    (await testServer.call(endpoint, { token: as })).body.results;
  expect(await read(warehouses)).toEqual([
    { id: expect.any(Number), name: "Dock 2" },
    { id: expect.any(Number), name: "Dock 10" },
    { id: company.warehouse, name: "Houston" },
  ]);
  expect((await read(siteTypeEndpoints.list)).map(({ name }) => name)).toEqual(["Camp", "Yard"]);
  expect((await read(siteTypeEndpoints.list, other.token)).map(({ id }) => id)).toEqual([other.type]);
  expect((await testServer.call(warehouses, { token, query: { nonsense: "1" } })).status).toBe(400);
  expect((await testServer.call(warehouses, {})).status).toBe(401);
});

test("an export has every user's name, and all else of each site, in one answer (SITE-081)", async () => {
  const company = await setUpSiteCompany(testServer, { hierarchy: true });
  const region = await company.group("Region");
  const root = await company.node(region, "Corp");
  await newSite(company, { organization_node: root, name: "North Yard", location_name: "Gate 4" });
  for (const at of [1, 2, 3, 4, 5])
    await company.person({ sites: [], nodeId: root, firstName: `P${at}`, lastName: "Doe" });
  const { body } = await testServer.call(allSites, {
    token: company.token,
    query: { untrimmed: "true", limit: "100000000000", name: "North Yard" },
  });
  expect(body.results).toHaveLength(1);
  expect(body.results[0]).toMatchObject({
    name: "North Yard",
    ecommerce_user_email: expect.stringContaining("@example.com"),
    location_name: "Gate 4",
    site_type: { name: "Yard" },
    site_warehouse: { name: "Houston" },
    node: root,
    node_name: "Corp",
    users_user: [1, 2, 3, 4, 5].map((at) => ({ first_name: `P${at}`, last_name: "Doe" })),
    users_count: 5,
    groups: [{ id: region, name: "Region", node: "Corp" }],
  });
});
