import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

test("a company admin sees what was just done without a reload, filters and exports it, and asks who sees a site and why (AUDT-004 partly, ACCS-001, ACCS-002)", async ({
  page,
}) => {
  const { admin, people, site } = await openOwnCompany({ roles: ["Buyer"] });
  const listens = page.waitForResponse((answer) => answer.url().endsWith("/api/alerts/stream/"));
  await openSignedIn(page, admin, "/configuration");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Audit/ })
    .click();
  await expect(page.getByText("Every change of orders, rules, roles")).toBeVisible();
  await listens;
  await requestAs(page, admin, "PATCH", `/accounts/roles/${people.Buyer.roleId}/`, { name: "Lead Buyer" });
  const row = (words: string) => page.locator("[data-row]").filter({ hasText: words });
  await expect(row("Role updated")).toHaveCount(1);
  await requestAs(page, admin, "POST", "/sites/site-type/", { name: "Depot" });
  await expect(page.locator("[data-row]")).toHaveText([
    /Site type created.*Depot/,
    /Role updated.*Lead Buyer/,
  ]);

  await page.getByRole("button", { name: "Filter Action" }).click();
  await page.getByRole("checkbox", { name: "Role updated" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/action=role\.updated/);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await row("Role updated").locator("td").first().click();
  const dialog = page.getByRole("dialog", { name: "Role updated" });
  await expect(dialog).toContainText("Ada Admin");
  await expect(dialog.getByRole("row", { name: /^Name/ })).toHaveText(/Buyer.*Lead Buyer/s);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await saving).suggestedFilename()).toMatch(/audit.*\.xlsx$/);

  await page.goto("/configuration/access");
  const search = page.getByRole("searchbox", { name: "Search for a user, a site or an order" });
  const answers = page.getByRole("main").getByRole("listitem").getByRole("button");
  await search.fill(site.name);
  await answers.filter({ hasText: site.name }).click();
  await expect(page.getByRole("heading", { name: `2 users see ${site.name}` })).toBeVisible();
  const reasons = page.getByRole("region", { name: `2 users see ${site.name}` });
  await expect(reasons.getByRole("row", { name: /^Buyer/ })).toContainText(
    "The site is assigned to this user",
  );
  await expect(reasons.getByRole("row", { name: /^Ada Admin/ })).toContainText(
    "Company admins see every site",
  );
  await search.fill(people.Buyer.username);
  await answers.filter({ hasText: people.Buyer.username }).click();
  const user = page.getByRole("complementary", { name: /^What Buyer may do/ });
  await expect(user).toContainText("Sees 2 sites");
  await expect(user).toContainText("These sites are assigned to this user.");
});
