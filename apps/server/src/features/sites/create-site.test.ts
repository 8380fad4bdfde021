import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { verify } from "@node-rs/argon2";
import { beforeAll, describe, expect, test } from "vitest";
import { type SiteCompany, setUpSiteCompany } from "../../testing/site-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const NAME_TAKEN = { name: ["Site with this name already exists"] };
const USERNAME_TAKEN = { ecommerce_username: ["This username is already in use."] };
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const listedNames = async ({ token }: SiteCompany) =>
  (await testServer.call(siteList.page, { token })).body.results.map(({ name }) => name);

describe("a new site", () => {
  test("is created with its shop user, and the answer has it all (SITE-055, SITE-056)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { create, fields, find, shopUsers, audited, events, slug } = company;
    const given = fields({
      name: "  North Yard ",
      ecommerce_username: `${slug}-NorthYard`,
      location_name: "Gate 4",
      enable_analytics: false,
    });
    const made = await create({ ...given, id: 1, company_id: 1, buyout_site: true });
    const { id } = made.body;
    const site = {
      id: expect.any(Number),
      name: "North Yard",
      location_name: "Gate 4",
      division: "Drilling",
      business_unit: "Bakken",
      region: "North",
      ecommerce_username: `${slug}-NorthYard`,
      ecommerce_user_email: given.ecommerce_user_email,
      site_type: { id: company.type, name: "Yard" },
      site_warehouse: { id: company.warehouse, name: "Houston" },
      node: null,
      node_name: null,
      enable_analytics: false,
      buyout_site: false,
      has_approval_rule: false,
      users: [],
      users_count: 0,
      groups: [],
    };
    expect(made).toMatchObject({ status: 200, body: site });
    expect((await find(id)).body).toEqual(site);
    const account = (await shopUsers()).find(({ username }) => username === `${slug}-NorthYard`);
    expect(account).toMatchObject({ email: given.ecommerce_user_email });
    expect(account?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(account?.password_hash ?? "", "s3cret-word")).toBe(true);
    expect(await listedNames(company)).toContain("North Yard");
    const [entry] = (await audited()).filter(({ action }) => action === "site.created");
    expect(entry).toMatchObject({ record_id: String(id), details: { name: "North Yard", users: [] } });
    expect(JSON.stringify(entry)).not.toContain("s3cret");
    expect(await events()).toEqual([
      {
        type: "site.created",
        payload: expect.objectContaining({
          id,
          name: "North Yard",
          ecommerce_username: `${slug}-NorthYard`,
        }),
      },
    ]);
    expect(JSON.stringify(await events())).not.toMatch(/s3cret|argon/);
  });

  test("starts with analytics enabled (SITE-033)", async () => {
    const { create, fields } = await setUpSiteCompany(testServer);
    expect((await create(fields())).body.enable_analytics).toBe(true);
  });

  test("says what is missing or wrong, every field at once (SITE-036, SITE-037, SITE-038, SITE-039, SITE-042, SITE-043, SITE-044, SITE-045, SITE-046, SITE-047, SITE-049, SITE-050)", async () => {
    const { create, fields } = await setUpSiteCompany(testServer);
    const missing = {
      name: ["Name field is required"],
      division: ["Division field is required"],
      business_unit: ["Business Unit field is required"],
      region: ["Region field is required"],
      ecommerce_user_email: ["Email field is required"],
      site_type: ["Type field is required"],
      siteWarehouse: ["Warehouse Name is required"],
      ecommerce_username: ["Shop field is required"],
    };
    expect(await create({})).toMatchObject({ status: 400, body: missing });
    const empty = Object.fromEntries(Object.keys(missing).map((key) => [key, null]));
    expect((await create(empty)).body).toEqual(missing);
    const bad = fields({
      ecommerce_user_email: "yard@",
      division: "x".repeat(51),
      business_unit: "x".repeat(51),
    });
    expect(await create(bad)).toMatchObject({
      status: 400,
      body: {
        ecommerce_user_email: ["Incorrect email format"],
        division: ["Division field can't be longer than 50 characters."],
        business_unit: ["Business Unit field can't be longer than 50 characters."],
      },
    });
    expect((await create(fields({ division: "x".repeat(50), business_unit: "x".repeat(50) }))).status).toBe(
      200,
    );
    expect(await create(fields({ password: undefined }))).toMatchObject({
      status: 400,
      body: { password: ["Password field is required"] },
    });
    expect((await create(fields({ password: "" }))).body).toEqual({
      password: ["Password field is required"],
    });
    for (const odd of [
      { name: 7 },
      { name: "x".repeat(256) },
      { name: "a\u0000b" },
      { site_type: "1" },
      { site_type: 1.5 },
      { site_type: -1 },
      { site_type: 1e30 },
      { enable_analytics: "yes" },
      { password: "x".repeat(129) },
      { location_name: ["x"] },
      { organization_node: 4 },
    ]) {
      const { status, body } = await create(fields(odd));
      expect([status, Object.keys(body)]).toEqual([400, Object.keys(odd)]);
    }
  });

  test("needs a location name only where the company requires it (SITE-041)", async () => {
    const plain = await setUpSiteCompany(testServer);
    expect((await plain.create(plain.fields())).body.location_name).toBeNull();
    const located = await setUpSiteCompany(testServer, { locationNames: true });
    expect(await located.create(located.fields())).toMatchObject({
      status: 400,
      body: { location_name: ["Location Name field is required"] },
    });
    expect((await located.create(located.fields({ location_name: " Pad 3 " }))).body.location_name).toBe(
      "Pad 3",
    );
  });

  test("has a node and needs no units in a company with a hierarchy (SITE-048)", async () => {
    const company = await setUpSiteCompany(testServer, { hierarchy: true });
    const region = await company.group("Region");
    const root = await company.node(region, "Corp");
    const sold = await company.node(region, "Sold", { parent: root, prefix: "sold", buyout: true });
    const below = await company.node(region, "Pit", { parent: sold });
    const fields = { ...company.fields(), division: undefined, business_unit: "", region: null };
    expect(await company.create(fields)).toMatchObject({
      status: 400,
      body: { organization_node: ["Node field is required"] },
    });
    const made = await company.create({ ...fields, organization_node: root });
    expect(made.body).toMatchObject({ node: root, node_name: "Corp", division: null, buyout_site: false });
    expect(made.body.groups).toEqual([{ id: region, name: "Region", node: "Corp" }]);
    const bought = await company.create({ ...company.fields(), organization_node: below });
    expect(bought.body).toMatchObject({ node: below, buyout_site: true });
  });

  test("refers to nothing of another company, and is told the same as of what does not exist", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const { create, fields } = company;
    for (const id of [other.type, 999_999_999]) {
      expect((await create(fields({ site_type: id }))).body).toEqual({
        site_type: ["There is no such site type."],
      });
    }
    for (const id of [other.warehouse, 999_999_999]) {
      expect((await create(fields({ siteWarehouse: id }))).body).toEqual({
        siteWarehouse: ["There is no such warehouse."],
      });
    }
    const tree = await setUpSiteCompany(testServer, { hierarchy: true });
    const elsewhere = await setUpSiteCompany(testServer, { hierarchy: true });
    const node = await elsewhere.node(await elsewhere.group("Region"), "Corp");
    for (const id of [node, 999_999_999]) {
      expect((await tree.create(tree.fields({ organization_node: id }))).body).toEqual({
        organization_node: ["There is no such node."],
      });
    }
  });
});

describe("the name of a site", () => {
  test("belongs to one site of the company, in capitals or not (SITE-040)", async () => {
    const company = await setUpSiteCompany(testServer);
    const { create, fields, removeSite } = company;
    const { body } = await create(fields({ name: "North Yard" }));
    expect(await create(fields({ name: "NORTH yard " }))).toMatchObject({ status: 400, body: NAME_TAKEN });
    const other = await setUpSiteCompany(testServer);
    expect((await other.create(other.fields({ name: "North Yard" }))).status).toBe(200);
    await removeSite(body.id);
    expect((await create(fields({ name: "North Yard" }))).status).toBe(200);
  });

  test("is checked by a call: success means that it is taken (SITE-052)", async () => {
    const { create, fields, siteExists, removeSite } = await setUpSiteCompany(testServer);
    const { body } = await create(fields({ name: "North Yard" }));
    expect((await siteExists(" north YARD ")).status).toBe(200);
    expect((await siteExists("South Yard")).status).toBe(404);
    expect((await siteExists("")).body).toEqual({ name: ["Name field is required"] });
    const other = await setUpSiteCompany(testServer);
    expect((await other.siteExists("North Yard")).status).toBe(404);
    await removeSite(body.id);
    expect((await siteExists("North Yard")).status).toBe(404);
  });

  test("goes to one of several admins who give it at once; the others get the field error, and nothing is left of them", async () => {
    const company = await setUpSiteCompany(testServer);
    const { create, fields, person, shopUsers } = company;
    const colleague = await person({ admin: true });
    const accounts = (await shopUsers()).length;
    for (const name of ["Alpha", "Beta", "Gamma"]) {
      const answers = await Promise.all([
        create(fields({ name })),
        create(fields({ name: name.toUpperCase() }), colleague.token),
        create(fields({ name }), colleague.token),
        create(fields({ name: name.toLowerCase() })),
      ]);
      expect(statuses(answers)).toEqual([200, 400, 400, 400]);
      for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(NAME_TAKEN);
    }
    expect(await shopUsers()).toHaveLength(accounts + 3);
  });
});

describe("the shop user of a site", () => {
  test("is checked by a call that knows users and shop users of every company (SITE-053, SITE-054)", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const site = other.fields();
    await other.create(site);
    const person = await other.person({});
    const { usernameExists } = company;
    expect((await usernameExists(site.ecommerce_username.toUpperCase())).status).toBe(200);
    expect((await usernameExists(` ${person.username} `)).status).toBe(200);
    expect((await usernameExists(company.admin.username)).status).toBe(200);
    expect((await usernameExists("nobody-at-all")).status).toBe(404);
    await testServer.sql("update users set deleted_at = now() where id = $1", [person.id]);
    expect((await usernameExists(person.username)).status).toBe(404);
    expect((await usernameExists("")).status).toBe(400);
  });

  test("can be one that the company has already, and keeps its password (SITE-027 partly)", async () => {
    const { create, fields, shopUsers } = await setUpSiteCompany(testServer);
    const first = fields();
    await create(first);
    const before = await shopUsers();
    const second = await create(
      fields({ ecommerce_username: first.ecommerce_username.toUpperCase(), password: undefined }),
    );
    expect(second).toMatchObject({
      status: 200,
      body: { ecommerce_username: first.ecommerce_username },
    });
    expect(await shopUsers()).toEqual(before);
    // With a password a shop user is to be created, and this one is there already.
    const third = fields({ ecommerce_username: first.ecommerce_username });
    expect(await create(third)).toMatchObject({ status: 400, body: USERNAME_TAKEN });
    expect(await shopUsers()).toEqual(before);
  });

  test("is not one of another company, nor a user: no more is told than by the check", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    const foreign = other.fields();
    await other.create(foreign);
    const { create, fields } = company;
    for (const username of [foreign.ecommerce_username, company.admin.username, other.admin.username]) {
      for (const password of [undefined, "s3cret-word"]) {
        expect(await create(fields({ ecommerce_username: username, password }))).toMatchObject({
          status: 400,
          body: USERNAME_TAKEN,
        });
      }
    }
  });

  test("is created once by admins who give its username at once", async () => {
    const [company, other] = [await setUpSiteCompany(testServer), await setUpSiteCompany(testServer)];
    for (const round of [1, 2, 3]) {
      const ecommerce_username = `shared-${company.slug}-${round}`;
      const answers = await Promise.all([
        company.create(company.fields({ ecommerce_username })),
        other.create(other.fields({ ecommerce_username })),
        company.create(company.fields({ ecommerce_username: ecommerce_username.toUpperCase() })),
      ]);
      expect(statuses(answers)).toEqual([200, 400, 400]);
      for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(USERNAME_TAKEN);
    }
  });
});

test("sites are created by company admins only, and the checks are theirs and limited", async () => {
  const { fields, create, siteExists, usernameExists, person, impersonator, admin } =
    await setUpSiteCompany(testServer);
  const { token } = await person({});
  for (const as of [token, await impersonator()]) {
    expect((await create(fields(), as)).status).toBe(403);
    expect((await siteExists("x", as)).status).toBe(403);
    expect((await usernameExists("x", as)).status).toBe(403);
  }
  await testServer.sql(
    "insert into rate_limits (bucket, hits, ends_at) values ($1, 120, now() + interval '1 minute')",
    [`exists:${admin.id}`],
  );
  for (const refused of [await usernameExists("x"), await siteExists("x")]) {
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  }
});
