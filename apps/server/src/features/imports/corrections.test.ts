import { randomUUID } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { beforeAll, describe, expect, test } from "vitest";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { type SheetCompany, setUpSheetCompany } from "../../testing/sheet-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** An import of these rows, and its failed rows as corrections with other cells. */
const importWith = async (company: SheetCompany, rows: object[], more: object = {}) => {
  const id = randomUUID();
  await company.upload(rows, { id, ...more });
  const { results } = (await company.failedRows(id)).body;
  const corrected = (cells: object = {}) =>
    results.map((failed) => ({ ...failed.cells, password: "s3cret-word", ...cells, id: failed.id }));
  return { id, results, corrected };
};

describe("failed rows that are corrected", () => {
  test("are imported by themselves, and those that fail again say why (WORK-012 partly)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, correct, failedRows, findImport, sites, shopUsers, slug } = company;
    const ann = await company.person({ sites: [] });
    const { id, results } = await importWith(
      company,
      [
        row({ name: "Good" }),
        row({ row: 12, name: "Late", region: "", ecommerce_username: `${slug}-Late` }),
        row({ row: 13, name: "Lost", site_warehouse: "Moon" }),
      ],
      { users: [ann.id] },
    );
    const [late, lost] = results;
    expect(late?.cells).toMatchObject({ name: "Late", division: "Drilling" });
    const { status, body } = await correct(id, [
      { ...late?.cells, region: " South ", password: "s3cret-word", id: late?.id },
      { ...lost?.cells, region: "East", site_warehouse: "Mars", password: "s3cret-word", id: lost?.id },
    ]);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        results: [
          { id: late?.id, is_saved: true, errors: [] },
          {
            id: lost?.id,
            is_saved: false,
            errors: [{ field: "site_warehouse", message: "There is no warehouse called “Mars”." }],
          },
        ],
      },
    });
    expect(await sites("Late")).toMatchObject([{ name: "Late", region: "South", users: [{ id: ann.id }] }]);
    const shopUser = (await shopUsers()).find(({ username }) => username === `${slug}-Late`);
    expect(await verify(shopUser?.password_hash ?? "", "s3cret-word")).toBe(true);
    expect(await sites("Lost")).toEqual([]);
    expect((await findImport(id)).body).toMatchObject({ created: 2, failed: 1 });
    // The correction is kept, so that the next one begins with it; the password is not.
    const still = (await failedRows(id)).body.results;
    expect(still).toMatchObject([
      {
        ...{ id: lost?.id, row: 13, cells: { name: "Lost", region: "East", site_warehouse: "Mars" } },
        errors: [{ field: "site_warehouse", message: "There is no warehouse called “Mars”." }],
      },
    ]);
    const kept = await testServer.sql("select * from import_rows where import_id = $1", [id]);
    expect(JSON.stringify(kept)).not.toContain("s3cret-word");
    const again = await correct(id, [
      { ...still[0]?.cells, site_warehouse: "Houston", password: "s3cret-word", id: lost?.id },
    ]);
    expect(again.body.results).toEqual([{ id: lost?.id, is_saved: true, errors: [] }]);
    expect((await findImport(id)).body).toMatchObject({ created: 3, failed: 0 });
    expect((await failedRows(id)).body.results).toEqual([]);
  });

  test("are imported once though they are sent twice, also at the same moment (WORK-012 partly)", async () => {
    const company = await setUpSheetCompany(testServer);
    const { correct, sites, findImport, events } = company;
    const { id, corrected } = await importWith(company, [company.row({ name: "Once", region: "" })]);
    const rows = corrected({ region: "North" });
    const both = await Promise.all([correct(id, rows), correct(id, rows)]);
    const later = await correct(id, corrected({ name: "Something else", region: "North" }));
    for (const { status, body } of [...both, later])
      expect({ status, results: body.results }).toEqual({
        status: 200,
        results: [{ id: rows[0]?.id, is_saved: true, errors: [] }],
      });
    expect(await sites("Once")).toHaveLength(1);
    expect(await sites("Something else")).toEqual([]);
    expect((await findImport(id)).body).toMatchObject({ created: 1, failed: 0 });
    expect((await events()).filter(({ type }) => type === "site.created")).toHaveLength(1);
  });

  test("belong to their sheet: names are there once, sites are updated if that was chosen, and all of it is undone", async () => {
    const company = await setUpSheetCompany(testServer);
    const { row, upload, correct, sites, undo, shopUsers } = company;
    await upload([row({ name: "Old", region: "North" })]);
    const before = { sites: await sites(), shopUsers: await shopUsers() };
    const { id, results } = await importWith(
      company,
      [
        row({ name: "First" }),
        row({ row: 8, name: "Second", region: "" }),
        { row: 9, name: "Old", region: "East", division: "x".repeat(60) },
      ],
      { upsert: true },
    );
    const [second, old] = results;
    const give = (failed: typeof second, cells: object) => ({ ...failed?.cells, ...cells, id: failed?.id });
    const twice = await correct(id, [
      give(second, { name: "FIRST", region: "North", password: "s3cret-word" }),
    ]);
    expect(twice.body.results[0]?.errors).toContainEqual({
      field: "name",
      message: "This name is in the sheet twice.",
    });
    const { status, body } = await correct(id, [
      give(second, { region: "North", password: "s3cret-word" }),
      give(old, { region: "West", division: "Drilling" }),
    ]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { results: [{ is_saved: true }, { is_saved: true }] },
    });
    expect(await sites("Old")).toMatchObject([{ region: "West" }]);
    expect((await undo(id)).status).toBe(200);
    expect({ sites: await sites(), shopUsers: await shopUsers() }).toEqual(before);
    expect((await correct(id, [give(second, { name: "Third" })])).status).toBe(409);
  });

  test("are reached by the company's own admins only, and only as rows of that import (WORK-012 partly)", async () => {
    const [mine, theirs] = [await setUpSheetCompany(testServer), await setUpSheetCompany(testServer)];
    const own = await importWith(mine, [mine.row({ name: "Mine", region: "" })]);
    const other = await importWith(mine, [mine.row({ name: "Another", region: "" })]);
    const foreign = await importWith(theirs, [theirs.row({ name: "Theirs", region: "" })]);
    const fixed = { region: "North" };
    expect((await mine.correct(foreign.id, foreign.corrected(fixed))).status).toBe(404);
    expect((await mine.correct(own.id, foreign.corrected(fixed))).status).toBe(404);
    expect((await mine.correct(own.id, other.corrected(fixed))).status).toBe(404);
    expect((await mine.correct("1", own.corrected(fixed))).status).toBe(404);
    const { username } = await addPerson(testServer, mine.companyId);
    const regular = await tokenFor(testServer, username);
    expect((await mine.correct(own.id, own.corrected(fixed), regular)).status).toBe(403);
    const [row] = own.corrected(fixed);
    for (const rows of [[], [row, row], [{ ...row, name: 7 }], [{ ...row, id: "x" }], [{ id: 1e15 }]])
      expect([400, 404]).toContain((await mine.correct(own.id, rows as object[])).status);
    expect(await mine.sites("Mine")).toEqual([]);
    expect(await theirs.sites("Theirs")).toEqual([]);
  });
});
