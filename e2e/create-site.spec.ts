import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { chooseRowAction } from "./row-menu.ts";

// One long journey: opening a page costs more than using it.

test("a company admin creates a site with its shop user and two users, who see it at once, then renames and deletes it", async ({
  page,
  browser,
}) => {
  const { admin, people, slug } = await openOwnCompany({ roles: ["Buyer", "Keeper"] });
  const other = await browser.newPage();
  await openSignedIn(other, people.Buyer.username, "/sites");
  await expect(other.getByRole("row", { name: /Second Site/ })).toBeVisible();

  await openSignedIn(page, admin, "/sites");
  await page.getByRole("button", { name: "Create Site" }).click();
  const step = page.getByRole("dialog", { name: "Create New Site" });
  await step.getByRole("textbox", { name: "Name", exact: true }).fill("First Site");
  await step.getByLabel("Email").fill("yard@example.com");
  await expect(step.getByText("Site with this name already exists")).toBeVisible();
  await step.getByRole("textbox", { name: "Name", exact: true }).fill("North 7");
  for (const [label, option] of [
    ["Type", "Yard"],
    ["Warehouse Name", "Houston"],
  ] as const) {
    await step.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option }).click();
  }
  await step.getByLabel("Division").fill("Drilling");
  await step.getByLabel("Business Unit").fill("Bakken");
  await step.getByLabel("Region").fill("North");
  await step.getByRole("button", { name: "NEXT" }).click();

  const shop = page.getByRole("dialog", { name: "Create Shop User" });
  await expect(shop.getByRole("textbox", { name: "Shop", exact: true })).toHaveValue(`${slug}-YardNorth7`);
  await expect(shop.getByRole("textbox", { name: "Password", exact: true })).toHaveValue(/^\w{10}$/);
  await shop.getByRole("button", { name: "SAVE SITE" }).click();

  const users = page.getByRole("dialog", { name: "Assign Users to Site" });
  await users.getByRole("textbox", { name: "Search users" }).fill(slug);
  for (const name of ["Buyer", "Keeper"]) await users.getByRole("checkbox", { name }).check();
  await expect(users.getByText("2 selected")).toBeVisible();
  await users.getByRole("button", { name: "SAVE USERS" }).click();
  await expect(users).toBeHidden();
  const row = page.getByRole("row", { name: /North 7/ });
  await expect(row).toContainText(`${people.Buyer.username}, ${people.Keeper.username}`);
  // Whoever was assigned has it on the page that was open already.
  await expect(other.getByRole("row", { name: /North 7/ })).toBeVisible();

  await row.getByRole("link", { name: "Edit North 7" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Site");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("North 8");
  await page.getByRole("checkbox", { name: "Buyer" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /North 8/ })).toContainText(people.Keeper.username);
  await expect(other.getByRole("row", { name: /North [78]/ })).toHaveCount(0);

  await chooseRowAction(page, "Delete", "North 8");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row", { name: /North [78]/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /First Site/ })).toBeVisible();
});
