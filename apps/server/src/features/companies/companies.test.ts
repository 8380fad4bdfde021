import { beforeAll, describe, expect, test } from "vitest";
import { addCompany } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

const GOACME = {
  website: "https://www.goacme.com",
  mcc_host: "manager.goacme.com",
  ecommerce_url: "https://shop.goacme.com",
};

const API_HOST = "This is the host of the API: enter the one of its pages, such as manager.goacme.com.";

describe("the list of companies", () => {
  test("takes search and paging, 20 rows to a page, and answers results plus paging (PLAT-003, PLAT-004)", async () => {
    for (let at = 1; at <= 25; at++)
      await addCompany(testServer, { name: `Listed ${at}`, slug: `listed-${at}` });
    const first = await services.list({ search: "listed" });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ count: 25, previous: null });
    expect(first.body.results).toHaveLength(20);
    expect(first.body.results[9]?.name).toBe("Listed 10");
    const second = await services.list({ search: "listed", offset: "20" });
    expect(second.body.results.map(({ name }) => name)).toEqual(
      [21, 22, 23, 24, 25].map((at) => `Listed ${at}`),
    );
    expect(second.body.next).toBeNull();
    expect((await services.list({ search: "LISTED-7" })).body.results).toMatchObject([{ name: "Listed 7" }]);
    expect((await services.list({ search: "no such company" })).body).toMatchObject({
      count: 0,
      results: [],
    });
  });

  test("refuses what it does not know", async () => {
    expect((await services.list({ nonsense: "1" })).body).toHaveProperty("nonsense");
    expect((await services.list({ ordering: "website" })).status).toBe(400);
  });
});

describe("a new company", () => {
  test("is stored with what was sent and answered with its id, logo and label (PLAT-012, PLAT-018)", async () => {
    const { status, body } = await services.create({ name: " Acme Drilling ", slug_name: "acme", ...GOACME });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(Number), name: "Acme Drilling", slug_name: "acme", ...GOACME },
      ...{ logo: null, label: "GoAcme", closed_at: null, delete_after: null },
    });
    expect((await services.find(body.id)).body).toEqual(body);
    expect(
      await testServer.sql(
        "select actor_id::int, action, record_id, details ->> 'slug_name' as slug from audit_entries where company_id = $1",
        [body.id],
      ),
    ).toEqual([
      {
        actor_id: services.operator.id,
        action: "company.created",
        record_id: String(body.id),
        slug: "acme",
      },
    ]);
  });

  test("without a slug gets one of its name, and without a theme of its host the name as its label", async () => {
    const { body } = await services.create({ name: "Łódź Mining & Co." });
    expect(body).toMatchObject({
      ...{ slug_name: "lodz-mining-co", website: null, mcc_host: null, ecommerce_url: null },
      label: "Łódź Mining & Co.",
    });
    expect((await services.create({ name: "株式会社" })).body).toEqual({
      slug_name: ["Choose a slug: the name has no letters or digits that one could be made of."],
    });
  });

  test.each([
    [{ name: "  " }, { name: ["Name field is required"] }],
    [{}, { name: ["Name field is required"] }],
    [
      { slug_name: "Not a slug" },
      { slug_name: ["Use lowercase letters, digits and hyphens, and begin with a letter or a digit."] },
    ],
    [{ slug_name: "-x" }, { slug_name: [expect.stringContaining("lowercase")] }],
    [{ slug_name: "x".repeat(61) }, { slug_name: ["This can't be longer than 60 characters."] }],
    [{ mcc_host: "no host" }, { mcc_host: ["This must be a host name such as manager.goacme.com."] }],
    [{ mcc_host: 7 }, { mcc_host: ["This field must be text."] }],
    [{ mcc_host: "manager-api.goacme.com" }, { mcc_host: [API_HOST] }],
    [{ mcc_host: " Manager-API.goacme.com " }, { mcc_host: [API_HOST] }],
    [{ website: "javascript:alert(1)" }, { website: [expect.stringContaining("http")] }],
    [{ ecommerce_url: "ftp://x.com" }, { ecommerce_url: [expect.stringContaining("http")] }],
    [{ name: "a\u0000b" }, { name: ["This contains characters that cannot be stored."] }],
  ])("is refused by field: %j", async (given, fields) => {
    const body = "name" in given || Object.keys(given).length === 0 ? given : { name: "Refused", ...given };
    expect(await services.create(body)).toMatchObject({ status: 400, body: fields });
  });

  test("has a name, slug and host of its own, in capitals or not", async () => {
    const { body } = await services.create({
      name: "Own Name",
      slug_name: "own",
      mcc_host: "manager.goown.com",
    });
    expect((await services.create({ name: "OWN NAME" })).body).toEqual({
      name: ["There is already a company with this name."],
    });
    expect((await services.create({ name: "Other", slug_name: "own" })).body).toEqual({
      slug_name: ["There is already a company with this slug."],
    });
    expect((await services.create({ name: "Other", mcc_host: "MANAGER.goown.com" })).body).toEqual({
      mcc_host: ["Another company has this host."],
    });
    const { body: other } = await services.create({ name: "Other" });
    expect(
      (await services.update(other.id, { name: "Other", mcc_host: "manager-api.goown.com" })).body,
    ).toEqual({ mcc_host: [API_HOST] });
    expect((await services.update(other.id, { name: "own name" })).status).toBe(400);
    expect((await services.update(other.id, { name: "Other", slug_name: "own" })).status).toBe(400);
    expect((await services.find(body.id)).body).toEqual(body);
  });

  test("is made once by requests at the same time with one slug; the others get the field error", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => services.create({ name: `Racer ${at}`, slug_name: "racer" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body).toHaveProperty("slug_name");
    const made = await testServer.sql("select id from companies where slug_name = 'racer'");
    expect(made).toHaveLength(1);
  });

  test("has what sites need: a type and a warehouse", async () => {
    const { body } = await services.create({ name: "Usable" });
    const named = (table: string) =>
      testServer.sql(`select name from ${table} where company_id = $1`, [body.id]);
    expect(await named("site_types")).toEqual([{ name: "Site" }]);
    expect(await named("warehouses")).toEqual([{ name: "Main Warehouse" }]);
  });
});

describe("an update", () => {
  test("replaces the fields, keeps the slug that is left out, and ignores a query on the read (PLAT-021)", async () => {
    const { body: before } = await services.create({
      name: "Before",
      slug_name: "before",
      ...domain("before"),
    });
    const { status, body } = await services.update(before.id, { name: "After", ...domain("after") });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: "After", ...domain("after"), label: "GoAfter" });
    const read = await fetch(`${testServer.address}/api/mcc-admin/companies/${before.id}/?full=true`, {
      headers: { authorization: `JWT ${services.token}` },
    });
    expect(await read.json()).toEqual(body);
    expect((await services.update(before.id, { name: "After" })).body).toMatchObject({
      ...{ website: null, mcc_host: null, ecommerce_url: null, slug_name: "before" },
    });
    const entries = await testServer.sql<{ action: string; before: { name: string } }>(
      "select action, details -> 'before' as before from audit_entries where company_id = $1 order by id",
      [before.id],
    );
    expect(entries.map(({ action, before: was }) => [action, was?.name])).toEqual([
      ["company.created", undefined],
      ["company.updated", "Before"],
      ["company.updated", "After"],
    ]);
  });

  test("without effect is not audited, and a theme that was chosen stays", async () => {
    const { body } = await services.create({ name: "Themed", slug_name: "themed" });
    await testServer.sql("update companies set label = 'Chosen' where id = $1", [body.id]);
    expect((await services.update(body.id, { name: "Themed again" })).body.label).toBe("Chosen");
    await services.update(body.id, { name: "Themed again" });
    const [counted] = await testServer.sql<{ count: string }>(
      "select count(*) from audit_entries where company_id = $1",
      [body.id],
    );
    expect(Number(counted?.count)).toBe(2);
  });

  test.each(["0", "999999999", "x"])("of company %s finds none", async (id) => {
    expect((await services.find(id)).status).toBe(404);
    expect((await services.update(id, { name: "None" })).status).toBe(404);
  });
});

function domain(name: string) {
  return {
    website: `https://www.go${name}.com`,
    mcc_host: `manager.go${name}.com`,
    ecommerce_url: `https://shop.go${name}.com`,
  };
}
