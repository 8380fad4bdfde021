import { expect, test } from "@playwright/test";
import { openMailbox } from "./mailbox.ts";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn, PASSWORD } from "./people.ts";
import { chooseRowAction } from "./row-menu.ts";

test("an admin invites a user, who sets a password by the e-mail; wizards say which step of how many, and a new site is offered the values in use (WORK-016)", async ({
  page,
  context,
}) => {
  const { admin, slug, companyId } = await openOwnCompany({ roles: [] });
  await queryDatabase(
    "update sites set division = 'Drilling', business_unit = 'Bakken', region = 'North' where company_id = $1",
    [companyId],
  );
  await openSignedIn(page, admin, "/users");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create User" }).click();
  await expect(dialog.getByText("Step 1 of 2")).toBeVisible();
  const password = dialog.getByRole("textbox", { name: "Password" });
  await expect(dialog.getByLabel("Invite by e-mail")).toBeChecked();
  await expect(password).toHaveCount(0);
  await dialog.getByLabel("Set a password").check();
  await expect(password).toBeVisible();
  await dialog.getByLabel("Invite by e-mail").check();
  await dialog.getByLabel("First Name").fill("Ivy");
  await dialog.getByLabel("Last Name").fill("Invited");
  const email = `ivy@${slug}.example.com`;
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(dialog).toHaveCount(0);

  // The first message may be lost: the second one ends its link.
  const username = `${slug}-ivy.invited`;
  await chooseRowAction(page, "Resend invitation", username);
  await expect(page.getByText("Invitation sent", { exact: true })).toBeVisible();
  const title = "Welcome to the Management Control Center";
  await (await openMailbox(page, email, title, 2)).first().click();
  const link = page
    .frameLocator(`iframe[title^="${title}"]`)
    .getByRole("link", { name: "Set your password" });
  const address = await link.getAttribute("href");
  const invited = await context.browser()?.newContext();
  const window = await invited?.newPage();
  if (!window) throw new Error("There is no second window.");
  await window.goto(address ?? "");
  await window.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await window.getByLabel("Confirm new password").fill(PASSWORD);
  await window.getByRole("button", { name: "Create Password" }).click();
  await expect(window.getByText("The password has been succesfully set")).toBeVisible();
  await window.goto("/");
  await window.getByLabel("Username or email address").fill(username);
  await window.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await window.getByRole("button", { name: "Log in" }).click();
  await expect(window.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await invited?.close();

  await openSignedIn(page, admin, "/sites");
  await page.getByRole("button", { name: "Create Site" }).click();
  await expect(dialog.getByText("Step 1 of 3")).toBeVisible();
  for (const [label, value] of [
    ["Division", "Drilling"],
    ["Business Unit", "Bakken"],
    ["Region", "North"],
  ] as const) {
    await dialog.getByLabel(label).fill(value.slice(0, 2));
    await page.getByRole("option", { name: value }).click();
    await expect(dialog.getByLabel(label)).toHaveValue(value);
  }
});
