import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { openSignedIn, tokenOf } from "./people.ts";

const ADMIN = "acme-company.admin";
const rows = (page: Page) => page.locator("tbody:not([data-placeholder]) tr");

const COLUMNS = ["Name", "Site Type", "Business Unit", "Division", "Region", "Users"];

interface Site {
  readonly id: number;
  readonly name: string;
  readonly ecommerce_user_email: string | null;
  readonly location_name: string | null;
  readonly site_type: { readonly name: string } | null;
  readonly site_warehouse: { readonly name: string } | null;
  readonly users_user: readonly { readonly first_name: string; readonly last_name: string }[];
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
});
