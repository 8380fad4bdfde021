import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn } from "./people.ts";

const toastOf = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

test("a company admin creates a node with a configuration and moves another below it in the outline, and a user there sees the site at once (HIER-018, HIER-042, HIER-046 partly, HIER-079 partly)", async ({
  page,
  browser,
}) => {
  const { admin, companyId, site, people } = await openOwnCompany({
    roles: ["Buyer"],
    nodes: { Corp: null, North: null, South: null },
  });
  await queryDatabase(
    `update sites set node_id = (select id from organization_nodes where company_id = $1 and name = 'North')
     where id = $2`,
    [companyId, site.id],
  );
  await openSignedIn(page, admin, "/hierarchy");
  await page.getByRole("button", { name: "Create Node" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("East");
  await dialog.getByLabel("Group").click();
  await page.getByRole("option", { name: "Group of North" }).click();
  await dialog.getByLabel("Parent").click();
  await page.getByRole("option", { name: /^Corp/ }).click();
  await dialog.getByLabel("Users").click();
  await page.getByRole("option", { name: /^Buyer/ }).click();
  await page.keyboard.press("Tab");
  await dialog.getByLabel("Add custom configuration").check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Node Configuration" })).toBeVisible();
  await dialog.getByLabel("Username Prefix").fill("east");
  await dialog.getByLabel("Tenant Group").fill("east");
  await dialog.getByRole("textbox", { name: "Ecommerce Checkout Configuration" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('{"steps": ["cart"]}');
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(toastOf(page, "Node configuration created correctly")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: /^East \(ID: \d+\)/ });
  await expect(row).toContainText("Buyer");

  const buyer = await (await browser.newContext()).newPage();
  const listens = buyer.waitForResponse((answer) => answer.url().endsWith("/api/alerts/stream/"));
  await openSignedIn(buyer, people.Buyer.username, "/sites");
  await listens;
  const sites = buyer.locator("tbody:not([data-placeholder]) tr");
  await expect(buyer.getByText("First Site")).toHaveCount(0);

  await page.getByRole("link", { name: "Tree" }).click();
  const outline = page.getByRole("tree", { name: "Outline" });
  await expect(page.getByRole("treeitem", { name: /^East/ })).toBeVisible();
  await outline.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("m");
  await expect(page.getByRole("dialog", { name: "Move Node: North" })).toBeVisible();
  await dialog.getByLabel("New parent").fill("East");
  await page.getByRole("option", { name: /^East/ }).click();
  await expect(dialog).toContainText("1 node and 1 site move along.");
  await expect(dialog.getByRole("listitem")).toHaveText(["Buyer: First Site"]);
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(toastOf(page, "Organization node updated correctly")).toBeVisible();
  await expect(page.getByRole("treeitem", { name: /^North/ })).toHaveAttribute("aria-level", "3");
  await expect(sites).toHaveCount(1);
  await expect(buyer.getByText("First Site")).toBeVisible();
  await buyer.context().close();

  // The picture has the nodes that are shown.
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download SVG" }).click();
  expect((await saving).suggestedFilename()).toBe("hierarchy.svg");
});
