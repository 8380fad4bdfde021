import { randomUUID } from "node:crypto";
import { batchCreateSites } from "@mcc/contract/imports/imports.api.ts";
import { verify } from "@node-rs/argon2";
import { beforeAll, describe, expect, test } from "vitest";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { setUpSheetCompany } from "../../testing/sheet-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const FINE = { has_errors: false, details: [] };

describe("an upload of sites", () => {
  test("creates a site and a shop user of every row, by the fields of the specification (CONF-098, CONF-099, CONF-101)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, slug, sites, shopUsers, audited, events } = company;
    const given = {
      name: " Yard 7 ",
      division: "Drilling",
      business_unit: "Bakken",
      region: "North",
      ecommerce_user_email: "yard7@example.com",
      ecommerce_username: `${slug}-Yard7`,
      password: "s3cret-word",
      location_name: "Gate 7",
    };
    // As the specification calls it: nothing but the sites and the users.
    const { status, body } = await testServer.call(batchCreateSites, {
      token: company.token,
      body: { sites: [given, row({ name: "Yard 8" })], users: [] },
    });
    expect({ status, body }).toEqual({ status: 200, body: [FINE, FINE] });
    const { password: _, ...stored } = given;
    expect(await sites("Yard")).toMatchObject([
      { ...stored, name: "Yard 7", site_type: null, site_warehouse: null, enable_analytics: true },
      { name: "Yard 8" },
    ]);
    const shopUser = (await shopUsers()).find(({ username }) => username === `${slug}-Yard7`);
    expect(shopUser).toMatchObject({ email: "yard7@example.com" });
    expect(await verify(shopUser?.password_hash ?? "", "s3cret-word")).toBe(true);
    expect((await audited()).map(({ action }) => action)).toEqual([
      "import.created",
      "site.created",
      "site.created",
    ]);
    expect((await events()).map(({ type, payload }) => [type, payload.name])).toEqual([
      ["site.created", "Yard 7"],
      ["site.created", "Yard 8"],
    ]);
  });

  test("saves the good rows and names what is wrong with each bad one, by the rules of one site", async () => {
    const { row, upload, sites, site, findImport, failedRows } = await setUpSheetCompany(testServer);
    const id = randomUUID();
    const { body } = await upload(
      [
        row({ name: "Good" }),
        row({ row: 3, name: "" }),
        row({ row: 4, name: "No mail", ecommerce_user_email: "nobody" }),
        row({ row: 5, name: "Long", division: "d".repeat(51), business_unit: "b".repeat(51), region: "  " }),
        row({ row: 6, name: site.name.toUpperCase() }),
        row({ row: 7, name: "GOOD" }),
        row({ row: 8, name: "No password", password: null }),
        row({ row: 9, name: "Unknown", site_type: "Castle", site_warehouse: "Moon", node: "North" }),
        row({ row: 10, name: "Formula", problems: [{ field: "region", message: "This is a formula." }] }),
        row({ row: 11, name: "n".repeat(256) }),
      ],
      { id },
    );
    const details = body[0]?.details.map(({ row: at, name, operation, errors }) => [
      at,
      name.slice(0, 20),
      operation,
      Object.fromEntries(errors.map(({ field, message }) => [field, message])),
    ]);
    expect(body[0]?.has_errors).toBe(true);
    expect(body[1]).toEqual(FINE);
    expect(details).toEqual([
      [3, "", "create", { name: "Name field is required" }],
      [4, "No mail", "create", { ecommerce_user_email: "Incorrect email format" }],
      [
        5,
        "Long",
        "create",
        {
          division: "Division field can't be longer than 50 characters.",
          business_unit: "Business Unit field can't be longer than 50 characters.",
          region: "Region field is required",
        },
      ],
      [6, site.name.toUpperCase(), "create", { name: "Site with this name already exists" }],
      [7, "GOOD", "create", { name: expect.stringMatching(/^Row \d+ has the same name\.$/) }],
      [8, "No password", "create", { password: "Password field is required" }],
      [
        9,
        "Unknown",
        "create",
        {
          site_type: "There is no site type called “Castle”.",
          site_warehouse: "There is no warehouse called “Moon”.",
          node: "Your company has no hierarchy.",
        },
      ],
      [10, "Formula", "create", { region: "This is a formula." }],
      [11, "n".repeat(20), "create", { name: "This can't be longer than 255 characters." }],
    ]);
    expect((await sites()).map(({ name }) => name).filter((name) => name !== site.name)).toEqual(["Good"]);
    expect((await findImport(id)).body).toMatchObject({
      file_name: "sites.xlsx",
      created: 1,
      updated: 0,
      unchanged: 0,
      failed: 9,
      created_by: "Pat Doe",
      undone_at: null,
    });
    const failed = await failedRows(id);
    expect(failed.body.results.map(({ row: at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(failed.body.results[1]).toMatchObject({
      cells: { name: "No mail", ecommerce_user_email: "nobody" },
      errors: [{ field: "ecommerce_user_email", message: "Incorrect email format" }],
    });
    // Passwords are nowhere but in their hashes.
    expect(JSON.stringify(failed.body)).not.toContain("s3cret-word");
    const kept = await testServer.sql("select * from import_rows, import_batches");
    expect(JSON.stringify(kept)).not.toContain("s3cret-word");
  });

  test("does not choose a warehouse that is no longer active, which a site keeps", async () => {
    const { row, upload, check, sites, companyId } = await setUpSheetCompany(testServer);
    const first = row({ name: "Stocked", site_warehouse: "Houston" });
    await upload([first]);
    await testServer.sql("update warehouses set active = false where company_id = $1", [companyId]);
    const { password: _, ...again } = { ...first, region: "South", site_warehouse: "HOUSTON" };
    const refused = { field: "site_warehouse", message: "The warehouse “Houston” is no longer active." };
    const checked = await check([row({ site_warehouse: "Houston" }), again], true);
    expect(checked.body.results).toMatchObject([
      { outcome: "error", errors: [refused] },
      { outcome: "update", errors: [] },
    ]);
    await upload([again], { upsert: true });
    expect(await sites("Stocked")).toMatchObject([{ region: "South", site_warehouse: { name: "Houston" } }]);
  });

  test("updates sites that exist when that was chosen, and an empty cell changes nothing (CONF-100)", async () => {
    const { row, upload, check, sites, type, warehouse, shopUsers, slug, audited } =
      await setUpSheetCompany(testServer);
    const first = row({ name: "Depot", location_name: "Gate 1" });
    await upload([first, row({ name: "Same" })]);
    const [hash] = (await shopUsers()).map(({ password_hash }) => password_hash);
    const changed = {
      row: 2,
      name: "DEPOT",
      region: "South",
      ecommerce_user_email: "new@example.com",
      site_type: "yard",
      site_warehouse: "HOUSTON",
      password: "another-word",
      ecommerce_username: first.ecommerce_username,
    };
    const refused = await upload([changed]);
    expect(refused.body[0]?.details[0]?.errors).toContainEqual({
      field: "name",
      message: "Site with this name already exists",
    });
    const second = row({ row: 3, name: "Same", ecommerce_username: null, ecommerce_user_email: null });
    const seen = await check([changed, second, { row: 4, name: "New" }], true);
    expect(seen.body.results).toEqual([
      {
        row: 2,
        outcome: "update",
        errors: [],
        changes: [
          { field: "name", before: "Depot", after: "DEPOT" },
          { field: "region", before: "North", after: "South" },
          { field: "ecommerce_user_email", before: first.ecommerce_user_email, after: "new@example.com" },
          { field: "site_type", before: "", after: "yard" },
          { field: "site_warehouse", before: "", after: "HOUSTON" },
        ],
      },
      { row: 3, outcome: "unchanged", errors: [], changes: [] },
      {
        row: 4,
        outcome: "error",
        errors: expect.arrayContaining([{ field: "region", message: "Region field is required" }]),
        changes: [],
      },
    ]);
    expect(await sites("depot")).toMatchObject([{ name: "Depot", region: "North" }]);
    const id = randomUUID();
    const moved = { row: 9, name: "Same", ecommerce_username: `${slug}-Elsewhere` };
    const { body } = await upload([changed, second, { ...moved, name: "Depot" }], { upsert: true, id });
    expect(body[0]?.details.map(({ row: at, operation }) => [at, operation])).toEqual([[9, "update"]]);
    expect(await sites("depot")).toMatchObject([
      {
        name: "DEPOT",
        division: "Drilling",
        location_name: "Gate 1",
        region: "South",
        ecommerce_user_email: "new@example.com",
        ecommerce_username: first.ecommerce_username,
        site_type: { id: type, name: "Yard" },
        site_warehouse: { id: warehouse, name: "Houston" },
      },
    ]);
    const stays = await upload([moved], { upsert: true });
    expect(stays.body[0]?.details[0]?.errors[0]?.message).toBe(
      "The shop username of a site that exists is changed on the page of the site.",
    );
    // The password belongs to the shop user, which exists.
    expect((await shopUsers()).map(({ password_hash }) => password_hash)[0]).toBe(hash);
    expect((await audited()).filter(({ action }) => action === "site.updated")).toHaveLength(1);
  });

  test("assigns users to every site, beside those it has, and reports users that do not exist", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, upload, sites, assign, site } = company;
    const [ann, bob] = [await company.person({ sites: [] }), await company.person({ sites: [] })];
    await assign(bob.id, site.id);
    const other = await setUpSheetCompany(testServer);
    const { body } = await upload([row({ name: "New" }), { name: site.name }], {
      upsert: true,
      users: [ann.id, other.admin.id, 999_999],
    });
    expect(body[0]).toEqual(FINE);
    expect(body[1]).toEqual({
      has_errors: true,
      details: [other.admin.id, 999_999].map((id) => ({
        row: null,
        name: String(id),
        operation: "create",
        errors: [{ field: "users", message: "There is no such user." }],
      })),
    });
    const seen = (await sites()).map(({ name, users }) => [name, users.map(({ id }) => id)]);
    expect(Object.fromEntries(seen)).toEqual({
      New: [ann.id],
      [site.name]: [ann.id, bob.id].sort((a, b) => a - b),
    });
    expect(
      await testServer.sql("select distinct is_admin from site_users where user_id = $1", [ann.id]),
    ).toEqual([{ is_admin: true }]);
  });

  test("places sites in the hierarchy by the names of nodes, and assigns nobody there", async () => {
    const company = await setUpSheetCompany(testServer, { hierarchy: true, locationNames: true });
    const { row, upload, sites, group, node } = company;
    const region = await group("Region");
    const root = await node(region, "Corp");
    const north = await node(region, "North", { parent: root });
    await node(region, "Twin", { parent: root });
    await node(region, "Twin", { parent: north });
    const inHierarchy = (more: object) =>
      row({ division: null, business_unit: null, region: null, location_name: "Gate", ...more });
    const { body } = await upload([
      inHierarchy({ name: "Placed", node: "north" }),
      inHierarchy({ name: "Nowhere" }),
      inHierarchy({ name: "Lost", node: "Atlantis" }),
      inHierarchy({ name: "Double", node: "Twin", location_name: "" }),
    ]);
    expect(body[0]?.details.map(({ name, errors }) => [name, errors.map(({ message }) => message)])).toEqual([
      ["Nowhere", ["Node field is required"]],
      ["Lost", ["There is no node called “Atlantis”."]],
      ["Double", ["Location Name field is required", "There are several nodes called “Twin”."]],
    ]);
    expect(await sites("Placed")).toMatchObject([{ name: "Placed", node: north }]);
    const refused = await upload([inHierarchy({ node: "North" })], { users: [company.admin.id] });
    expect(refused.status).toBe(400);
  });

  test("lets sites share a shop user that the first of them creates", async () => {
    const { row, upload, slug, shopUsers } = await setUpSheetCompany(testServer);
    const shared = { ecommerce_username: `${slug}-Shared` };
    const { body } = await upload([row(shared), row({ ...shared, password: null }), row(shared)]);
    expect(body[0]).toEqual(FINE);
    expect((await shopUsers()).filter(({ username }) => username === `${slug}-Shared`)).toHaveLength(1);
    const stranger = await setUpSheetCompany(testServer);
    const taken = await stranger.upload([
      stranger.row({ ...shared, name: "A" }),
      stranger.row({ name: "B", ecommerce_username: stranger.admin.username }),
    ]);
    expect(taken.body[0]?.details.map(({ errors }) => errors)).toEqual([
      [{ field: "ecommerce_username", message: "This username is already in use." }],
      [{ field: "ecommerce_username", message: "This username is already in use." }],
    ]);
  });
});

describe("a batch that is sent again", () => {
  test("is saved once and gets the response of the first time, also when both arrive at once", async () => {
    const { row, upload, sites, findImport } = await setUpSheetCompany(testServer);
    const id = randomUUID();
    const rows = [row({ name: "Once" }), row({ row: 40, name: "" })];
    const both = await Promise.all([upload(rows, { id }), upload(rows, { id })]);
    const again = await upload([row({ name: "Something else" })], { id });
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[1]?.body).toEqual(both[0]?.body);
    expect(again.body).toEqual(both[0]?.body);
    expect(again.body[0]?.details).toHaveLength(1);
    expect(await sites("Once")).toHaveLength(1);
    expect(await sites("Something else")).toHaveLength(0);
    expect((await findImport(id)).body).toMatchObject({ created: 1, failed: 1 });
  });

  test("belongs to one sheet with the others: a name that an earlier batch has saved is there twice", async () => {
    const { row, upload, sites } = await setUpSheetCompany(testServer);
    const id = randomUUID();
    await upload([row({ name: "Twice", region: "North" })], { id });
    const { body } = await upload([row({ name: "TWICE", region: "South" })], { id, batch: 1, upsert: true });
    expect(body[0]?.details[0]?.errors).toContainEqual({
      field: "name",
      message: "This name is in the sheet twice.",
    });
    expect(await sites("twice")).toMatchObject([{ region: "North" }]);
  });

  test("is another company's own, even with the same id", async () => {
    const [one, other] = [await setUpSheetCompany(testServer), await setUpSheetCompany(testServer)];
    const id = randomUUID();
    await one.upload([one.row({ name: "Mine" })], { id });
    await other.upload([other.row({ name: "Theirs" }), other.row({ name: "" })], { id });
    expect((await one.findImport(id)).body).toMatchObject({ created: 1, failed: 0 });
    expect((await other.findImport(id)).body).toMatchObject({ created: 1, failed: 1 });
  });
});

describe("what cannot be an upload", () => {
  test("is refused as a whole, and nobody but company admins may upload, check, see or undo", async () => {
    const { row, upload, sites, companyId, check, findImport, failedRows, undo } =
      await setUpSheetCompany(testServer);
    const before = (await sites()).length;
    const many = Array.from({ length: 501 }, () => row());
    const bodies: [object[], object][] = [
      [[], {}],
      [many, {}],
      [[row({ name: 7 })], {}],
      [[row({ name: "x\u0000" })], {}],
      [[row({ name: "x".repeat(2_001) })], {}],
      [[row({ problems: [{ field: "company_id", message: "x" }] })], {}],
      [[row()], { users: ["x"] }],
      [[row()], { id: "not-a-uuid" }],
      [[row()], { batch: -1 }],
    ];
    for (const [rows, more] of bodies) expect((await upload(rows, more)).status).toBe(400);
    const { username } = await addPerson(testServer, companyId);
    const regular = await tokenFor(testServer, username);
    const id = randomUUID();
    for (const response of [
      await upload([row()], { as: regular }),
      await check([row()], false, regular),
      await findImport(id, regular),
      await failedRows(id, regular),
      await undo(id, regular),
    ])
      expect(response.status).toBe(403);
    expect(await sites()).toHaveLength(before);
  });
});
