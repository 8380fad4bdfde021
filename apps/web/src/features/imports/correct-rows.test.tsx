import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, field, fill, find, setWidth } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { CorrectRowsPage } from "./correct-rows-page.tsx";

const ID = "7f9c24e8-3b1a-4c5d-9e6f-0a1b2c3d4e5f";
const admin = person({ is_company_admin: true, company: companyWith(null, null, null) });

const yard = {
  ...{ id: 41, row: 5, cells: { name: "Yard 4", division: "Drilling", business_unit: "Bakken" } },
  errors: [{ field: "region", message: "Region field is required" }],
};
const depot = {
  ...{ id: 42, row: 9, cells: { name: "Depot", region: "North", site_warehouse: "Moon" } },
  errors: [{ field: "site_warehouse", message: "There is no warehouse called “Moon”." }],
};
const budget = {
  ...{ id: 43, row: 2, cells: { name: "Rig 117", amount: "ten", period: "Year" } },
  errors: [{ field: "amount", message: "This must be an amount." }],
};
type Row = typeof yard | typeof depot | typeof budget;

beforeEach(() => setWidth(1440));

/** The page of an upload with these failed rows; a row is saved once its region and warehouse are known. */
const open = async (failed: readonly Row[], kind = "sites") => {
  const sent: { id: number; region?: string; site_warehouse?: string; password?: string }[][] = [];
  let rows = [...failed];
  renderPage(
    CorrectRowsPage,
    admin,
    ({ method, url: { pathname, searchParams }, body }) => {
      if (method === "POST" && pathname.endsWith(`/imports/${ID}/corrections/`)) {
        const given = (body as { rows: (typeof sent)[number] }).rows;
        sent.push(given);
        const isSaved = (id: number) =>
          given.some((row) => row.id === id && row.region && row.site_warehouse !== "Moon");
        const results = given.map(({ id }) => ({
          ...{ id, is_saved: isSaved(id) },
          errors: isSaved(id) ? [] : (rows.find((row) => row.id === id)?.errors ?? []),
        }));
        rows = rows.filter(({ id }) => !isSaved(id));
        return { results };
      }
      if (pathname.endsWith("/failed-rows/")) {
        const offset = Number(searchParams.get("offset") ?? 0);
        return { ...onePage(rows.slice(offset, offset + 20)), count: rows.length };
      }
      if (pathname.endsWith(`/imports/${ID}/`))
        return {
          ...{ id: ID, kind, file_name: `${kind}.xlsx`, is_upsert: false },
          ...{ created_at: "2026-11-13T16:47:00.000Z", created_by: "Pat Doe" },
          ...{ created: 17, updated: 0, unchanged: 0, failed: rows.length, undone_at: null, undone_by: null },
        };
      return undefined;
    },
    { route: "/configuration/uploads/$importId", at: `/configuration/uploads/${ID}` },
  );
  await eventually(() => expect(all("h3").length + all("p").length).toBeGreaterThan(0));
  return sent;
};
const items = () => all("li").filter((one) => one.querySelector("h3"));

test.each([1440, 390])(
  "a failed row has its reasons beside its name and the fields of its wrong cells, at %i px (WORK-012 partly)",
  async (width) => {
    setWidth(width);
    await open([yard, depot]);
    await eventually(() => expect(items()).toHaveLength(2));
    expect(items()[0]?.textContent).toMatch(/^Row 5: Yard 4Region: Region field is required/);
    expect(items()[1]?.textContent).toMatch(/^Row 9: DepotWarehouse: There is no warehouse called “Moon”\./);
    const labels = () => [...(items()[0]?.querySelectorAll("label") ?? [])].map((one) => one.textContent);
    expect(labels()).toEqual(["Region", "Password"]);
    expect(field("Region").getAttribute("aria-invalid")).toBe("true");
    expect(field("Password").type).toBe("password");
    await click("Show all fields");
    expect(labels()).toContain("Business Unit");
    expect(field("Business Unit").value).toBe("Bakken");
  },
);

test("corrected rows are sent with all their cells; saved ones are gone, and one that fails again stays (WORK-012 partly)", async () => {
  const sent = await open([yard, depot]);
  await eventually(() => expect(items()).toHaveLength(2));
  await fill("Region", "South");
  await click("Import 2 rows again");
  await eventually(() =>
    expect(find("[role=status]")?.textContent).toBe("1 row imported. 1 row still has errors."),
  );
  expect(sent).toEqual([
    [
      { id: 41, name: "Yard 4", division: "Drilling", business_unit: "Bakken", region: "South" },
      { id: 42, name: "Depot", region: "North", site_warehouse: "Moon" },
    ],
  ]);
  await eventually(() => expect(items()).toHaveLength(1));
  await eventually(() => expect(document.activeElement).toBe(field("Warehouse")));
  await fill("Warehouse", "Houston");
  await fill("Password", "s3cret-word");
  await click("Import 1 row again");
  await eventually(() =>
    expect(document.body.textContent).toContain("Every row of this upload is imported."),
  );
  expect(sent[1]).toEqual([
    { id: 42, name: "Depot", region: "North", site_warehouse: "Houston", password: "s3cret-word" },
  ]);
  await eventually(() => expect(control("See the sites")?.getAttribute("href")).toBe("/sites"));
});

test("what was typed on another page stays when a page is sent", async () => {
  const yards = Array.from({ length: 21 }, (_, at) => ({ ...yard, id: 41 + at, row: 5 + at }));
  await open(yards);
  await eventually(() => expect(items()).toHaveLength(20));
  await click("Next");
  await eventually(() => expect(items()).toHaveLength(1));
  await fill("Region", "West");
  await click("Previous");
  await eventually(() => expect(items()).toHaveLength(20));
  await fill("Region", "South");
  await click("Import 20 rows again");
  await eventually(() =>
    expect(find("[role=status]")?.textContent).toBe("1 row imported. 19 rows still have errors."),
  );
  await eventually(() => expect(items().at(-1)?.textContent).toContain("Row 25:"));
  expect(items().at(-1)?.querySelector("input")?.value).toBe("West");
});

test("an upload without failed rows says so", async () => {
  await open([]);
  await eventually(() =>
    expect(document.body.textContent).toContain("Every row of this upload is imported."),
  );
  expect(items()).toEqual([]);
});

test("failed rows of budgets have the columns of budgets and lead back to their uploads", async () => {
  const sent = await open([budget], "budgets");
  await eventually(() => expect(items()).toHaveLength(1));
  expect(items()[0]?.textContent).toMatch(/^Row 2: Rig 117Amount: This must be an amount\./);
  expect(control("Return to uploads")?.getAttribute("href")).toBe("/budgets/upload");
  await click("Show all fields");
  await fill("Amount", "10");
  await fill("Tell Owners At", "90");
  await click("Import 1 row again");
  await eventually(() =>
    expect(sent).toEqual([[{ id: 43, name: "Rig 117", amount: "10", period: "Year", tell_at: "90" }]]),
  );
});
