import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { chooseRowAction } from "./row-menu.ts";

const main = (page: Page) => page.getByRole("main");
const toastOf = (page: Page, words: string) =>
  page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: words });

test("a company admin creates, renames and deletes site types, but none that a site has, and saves the billing address (CONF-084, CONF-085, CONF-091, CONF-092 partly, CONF-070, CONF-080)", async ({
  page,
}) => {
  const { admin, companyId, site } = await openOwnCompany({ roles: [] });
  await queryDatabase(
    "update sites set site_type_id = (select id from site_types where company_id = $1) where id = $2",
    [companyId, site.id],
  );
  await openSignedIn(page, admin, "/configuration");
  await main(page)
    .getByRole("link", { name: /^Type of Sites/ })
    .click();
  const names = page.locator("tbody tr > :first-child");
  await expect(names).toHaveText(["Yard"]);
  await page.getByRole("button", { name: "Create Site Type" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Depot");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(names).toHaveText(["Depot", "Yard"]);
  await page.getByRole("link", { name: "Edit Depot" }).click();
  await main(page).getByLabel("Name").fill("Terminal");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(toastOf(page, "Site type updated correctly")).toBeVisible();
  await expect(names).toHaveText(["Terminal", "Yard"]);
  const remove = async (name: string) => {
    await chooseRowAction(page, "Delete", name);
    await dialog.getByRole("button", { name: "Delete" }).click();
  };
  const refused = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await remove("Yard");
  expect((await refused).status()).toBe(409);
  await expect(toastOf(page, (await (await refused).json()).detail)).toBeVisible();
  await remove("Terminal");
  await expect(toastOf(page, "Site type deleted correctly")).toBeVisible();
  await expect(names).toHaveText(["Yard"]);

  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "Configuration" })
    .click();
  await main(page)
    .getByRole("link", { name: /^General Configuration/ })
    .click();
  await main(page).getByRole("link", { name: "Billing Address", exact: true }).click();
  for (const [label, value] of [
    ["Name", "Own Drilling"],
    ["Street", "1 Main St"],
    ["City", "Houston"],
  ] as const)
    await main(page).getByRole("textbox", { name: label, exact: true }).fill(value);
  await main(page).getByLabel("Country").fill("United States");
  await page.getByRole("option", { name: "United States", exact: true }).click();
  await main(page).getByLabel("Region").fill("Texas");
  await page.getByRole("option", { name: "Texas" }).click();
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(toastOf(page, "Billing Information Saved")).toBeVisible();
  await page.getByRole("link", { name: "Return to general configuration" }).click();
  await expect(main(page)).toContainText("Houston, TX");
});
