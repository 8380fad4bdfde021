import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { openSignedIn, tokenOf } from "./people.ts";

const ADMIN = "acme-company.admin";
const rows = (page: Page) => page.locator("tbody:not([data-placeholder]) tr");
const names = (page: Page) => page.locator("tbody:not([data-placeholder]) tr td:first-child").allInnerTexts();
const headers = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((label) => label.trim());

const COLUMNS = ["Name", "Site Type", "Business Unit", "Division", "Region", "Users"];

interface Site {
  readonly id: number;
  readonly name: string;
  readonly ecommerce_user_email: string | null;
  readonly location_name: string | null;
  readonly site_type: { readonly name: string } | null;
  readonly site_warehouse: { readonly name: string } | null;
  readonly users_user: readonly { readonly first_name: string; readonly last_name: string }[];
  readonly users: readonly { readonly username: string }[];
  readonly users_count: number;
}
const sitesOf = async (page: Page, query = ""): Promise<Site[]> => {
  const headers = { authorization: `JWT ${await tokenOf(page, ADMIN)}` };
  const answer = await page.request.get(`/api/v2/sites/?limit=100000000000&untrimmed=true${query}`, {
    headers,
  });
  return (await answer.json()).results;
};

test.describe("the sites list", () => {
  test("has its label, search, export and columns in order (SITE-001, SITE-004, SITE-006)", async ({
    page,
  }) => {
    await openSignedIn(page, ADMIN, "/sites");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sites");
    await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search sites" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    expect(await headers(page)).toEqual([...COLUMNS, "Actions"]);
    await expect(rows(page)).toHaveCount((await sitesOf(page)).length);
  });

  test("has columns for groups and location names in a company with a hierarchy (SITE-004, SITE-006, SITE-007)", async ({
    page,
  }) => {
    await openSignedIn(page, "borealis-company.admin", "/sites");
    await expect(rows(page).first()).toBeVisible();
    const places = ["Name", "Location Name", "Corporate", "Region", "Division", "Area"];
    expect(await headers(page)).toEqual([...places, "Site Type", "Users", "Actions"]);
    await expect(rows(page).first().locator("td").nth(2)).not.toHaveText("N.A.");
  });

  test("can be filtered by a site type, searched and sorted (SITE-005, SITE-013, SITE-016)", async ({
    page,
  }) => {
    const all = await sitesOf(page);
    const type = all.find(({ site_type }) => site_type)?.site_type?.name ?? "";
    const suggested = page.waitForResponse(/\/api\/sites\/suggestions\/\?.*field=site_type/);
    await openSignedIn(page, ADMIN, "/sites");
    await page.getByRole("button", { name: "Filter Site Type" }).click();
    await suggested;
    await page.getByRole("checkbox", { name: type, exact: true }).check();
    await expect(page).toHaveURL(new RegExp(`site_type=${encodeURIComponent(type)}`));
    await page.keyboard.press("Escape");
    const ofType = all.filter(({ site_type }) => site_type?.name === type).map(({ name }) => name);
    await expect.poll(() => names(page)).toEqual(ofType);
    await page
      .getByRole("columnheader", { name: /^Name/ })
      .getByRole("button", { name: "Name" })
      .first()
      .click();
    await expect(page).toHaveURL(/ordering=-name/);
    await expect.poll(() => names(page)).toEqual([...ofType].reverse());
    const wanted = ofType[0] ?? "";
    await page.getByRole("searchbox", { name: "Search sites" }).fill(wanted);
    await expect.poll(() => names(page)).toEqual([wanted]);
  });

  test("shows the first four users of a site, and all of them in a dialog (SITE-008)", async ({ page }) => {
    const site = (await sitesOf(page)).find(({ users_count }) => users_count > 4);
    if (!site) throw new Error("No site has more than four users.");
    const everybody = site.users.map(({ username }) => username);
    await openSignedIn(page, ADMIN, `/sites?name=${encodeURIComponent(site.name)}`);
    const cell = rows(page).first().locator("td").nth(COLUMNS.indexOf("Users"));
    await expect(cell).toContainText(everybody.slice(0, 4).join(", "));
    await expect(cell).not.toContainText(everybody[4] ?? "");
    await cell.getByRole("button", { name: `+ ${everybody.length - 4} more users of ${site.name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Users, ${site.name}` });
    await expect(dialog.getByRole("listitem")).toHaveText(everybody);
  });

  test("exports the filtered sites with all of their users, with one request (SITE-017, SITE-080, SITE-082)", async ({
    page,
  }) => {
    const calls: URL[] = [];
    page.on("request", (request) => {
      if (request.url().includes("limit=100000000000")) calls.push(new URL(request.url()));
    });
    const [first] = await sitesOf(page);
    const type = first?.site_type?.name ?? "";
    const sites = await sitesOf(page, `&site_type=${encodeURIComponent(type)}`);
    await openSignedIn(page, ADMIN, `/sites?site_type=${encodeURIComponent(type)}`);
    await expect(rows(page)).toHaveCount(sites.length);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^sites_report_\d{4}-\d\d-\d\d\.xlsx$/);
    const { sheets } = await readXlsx(new Uint8Array(readFileSync(await file.path())));
    const [labels = [], ...written] = sheets[0]?.rows ?? [];
    const own = ["Site Name", "Ecommerce User Email", "Location Name", "Site Type", "Site Warehouse"];
    const others = COLUMNS.filter((label) => !["Site Type", "Users"].includes(label));
    expect(labels).toEqual([...own, "Organization Node", "Users", "Users Count", ...others]);
    expect(written.map((row) => row.slice(0, 8))).toEqual(
      sites.map((site) => [
        ...[site.name, site.ecommerce_user_email, site.location_name, site.site_type?.name ?? null],
        ...[site.site_warehouse?.name ?? null, null],
        site.users_user.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(", ") || null,
        site.users_count,
      ]),
    );
    expect(written.map((row) => row[8])).toEqual(sites.map(({ name }) => name));
    expect(calls.map(({ pathname }) => pathname)).toEqual(["/api/sites/"]);
    expect(calls[0]?.searchParams.get("untrimmed")).toBe("true");
  });

  test("shows a toast if sites could not be loaded, and loads them with the next try (SITE-021)", async ({
    page,
  }) => {
    let isDown = true;
    await page.route(/\/api\/v2\/sites\/(\?|$)/, (route) =>
      isDown ? route.fulfill({ status: 500, json: { detail: "x" } }) : route.continue(),
    );
    await openSignedIn(page, ADMIN, "/sites");
    await expect(page.getByRole("alert")).toContainText("There was an error fetching Sites");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).not.toHaveCount(1);
  });
});
