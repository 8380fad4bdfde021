import { randomUUID } from "node:crypto";
import { importList, undoImport } from "@mcc/contract/imports/imports.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type SheetCompany, setUpSheetCompany } from "../../testing/sheet-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** An import of these rows; its id. */
const importOf = async ({ upload }: SheetCompany, rows: object[], more: object = {}): Promise<string> => {
  const id = randomUUID();
  const { status, body } = await upload(rows, { id, ...more });
  expect({ status, errors: body[0]?.details }).toEqual({ status: 200, errors: [] });
  return id;
};

describe("an import", () => {
  test("is kept as a record: who, when, which file, and what became of its rows (UNDO-001)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, upload, token } = company;
    await importOf(company, [row({ name: "Old" })]);
    const second = randomUUID();
    const rows = [row({ name: "New" }), { name: "Old", region: "East" }, { row: 9, name: "" }];
    await upload(rows, { id: second, upsert: true });
    const { body } = await testServer.call(importList.page, { token });
    expect(body).toMatchObject({ count: 2 });
    const { id, created_at, ...first } = body.results[0] ?? { id: "", created_at: "" };
    expect(id).toBe(second);
    expect(Math.abs(Date.now() - Date.parse(created_at))).toBeLessThan(600_000);
    expect(first).toEqual({
      kind: "sites",
      file_name: "sites.xlsx",
      is_upsert: true,
      created_by: "Pat Doe",
      created: 1,
      updated: 1,
      unchanged: 0,
      failed: 1,
      undone_at: null,
      undone_by: null,
    });
    const found = await testServer.call(importList.page, { token, query: { created_by: "nobody" } });
    expect(found.body.count).toBe(0);
  });

  test("that is undone leaves nothing of what it created, and what it updated is as before (UNDO-002)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, undo, sites, shopUsers, audited, findImport, upload } = company;
    const ann = await company.person({ sites: [] });
    await importOf(company, [row({ name: "Kept", location_name: "Gate 1" })]);
    const before = { sites: await sites(), shopUsers: await shopUsers() };
    const fresh = row({ name: "Fresh" });
    const id = await importOf(
      company,
      [fresh, { name: "KEPT", region: "East", ecommerce_user_email: "east@example.com", site_type: "Yard" }],
      { upsert: true, users: [ann.id] },
    );
    expect(await sites("kept")).toMatchObject([{ name: "KEPT", region: "East", users: [{ id: ann.id }] }]);
    const undone = await undo(id);
    expect(undone).toMatchObject({
      status: 200,
      body: { undone_by: "Pat Doe", undone_at: expect.any(String) },
    });
    expect({ sites: await sites(), shopUsers: await shopUsers() }).toEqual(before);
    const actions = (await audited()).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual(["site.deleted", "site.updated", "import.undone"]);
    expect(await undo(id)).toMatchObject({ status: 409, body: { detail: "This import was undone." } });
    expect((await upload([row()], { id, batch: 1 })).status).toBe(409);
    expect((await findImport(id)).body.undone_at).not.toBeNull();
    // The same rows can be uploaded again: name, shop user and all.
    await importOf(company, [fresh]);
  });

  test("is not undone while something depends on its sites, and every reason is named (UNDO-003)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, undo, sites, order, rule, role, assign, update, removeSite, slug } = company;
    const names = ["Changed", "Ordered", "Ruled", "Assigned", "Free"];
    const id = await importOf(
      company,
      names.map((name) => row({ name, ecommerce_username: `${slug}-${name}` })),
    );
    const idOf = async (name: string) => (await sites(name))[0]?.id ?? 0;
    const bob = await company.person({ sites: [] });
    await order("10.00", {
      site: { id: await idOf("Ordered"), shopUser: `${slug}-Ordered`, name: "Ordered" },
    });
    await rule({ userId: bob.id, limit: 0, siteIds: [await idOf("Ruled")] });
    await assign(bob.id, await idOf("Assigned"));
    await update(await idOf("Changed"), { region: "West" });
    await role();
    const refused = await undo(id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      detail: "This import cannot be undone: something depends on it, or was changed since.",
      reasons: [
        "Other users were assigned to site Assigned since.",
        "Site Changed was changed since.",
        "Site Ordered has 1 order.",
        "Site Ruled is part of an approval rule.",
      ],
    });
    expect((await sites()).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    // Nothing depends on a site that was deleted since.
    const other = await importOf(company, [row({ name: "Short-lived" })]);
    await removeSite(await idOf("Short-lived"));
    expect((await undo(other)).status).toBe(200);
  });

  test("that updated a site is not undone when the site is gone, or what it had before (UNDO-003)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, undo, sites, removeSite, companyId } = company;
    await importOf(company, [
      row({ name: "Gone" }),
      row({ name: "Typed", site_type: "Yard" }),
      row({ name: "case" }),
    ]);
    await testServer.sql("insert into site_types (company_id, name) values ($1, 'Camp')", [companyId]);
    const id = await importOf(
      company,
      [
        { name: "Gone", region: "East" },
        { name: "Typed", site_type: "Camp" },
      ],
      { upsert: true },
    );
    await removeSite((await sites("Gone"))[0]?.id);
    await testServer.sql("delete from site_types where company_id = $1 and name = 'Yard'", [companyId]);
    expect((await undo(id)).body).toMatchObject({
      reasons: [
        "Site Gone was deleted.",
        "The type, warehouse or node that site Typed had before no longer exists.",
      ],
    });
  });

  test("of another company, and one that does not exist, is not found", async () => {
    const [mine, theirs] = [await setUpSheetCompany(testServer), await setUpSheetCompany(testServer)];
    const id = await importOf(theirs, [theirs.row({ name: "Theirs" })]);
    for (const given of [id, randomUUID(), "1", "x".repeat(60)]) {
      expect((await mine.findImport(given)).status).toBe(404);
      expect((await mine.failedRows(given)).status).toBe(404);
      expect((await mine.undo(given)).status).toBe(404);
    }
    expect((await theirs.sites("Theirs")).length).toBe(1);
  });

  test("is undone once by two admins at the same moment", async () => {
    const company = await setUpSheetCompany(testServer);
    const id = await importOf(company, [company.row()]);
    const call = () => testServer.call(undoImport, { token: company.token, params: { id } });
    const statuses = (await Promise.all([call(), call()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});
