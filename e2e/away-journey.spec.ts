import { expect, test } from "@playwright/test";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn, openStreaming } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

test('an approver names a deputy with "I\'m away" in two clicks from any page, and the deputy decides (WORK-019)', async ({
  browser,
  page,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Lead", "Helper", "Buyer"] });
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  const order = await placeOrder(page, { at: { slug, site }, total: "300.00" });
  const helper = await openStreaming(browser, people.Helper.username, "/orders");

  await openSignedIn(page, people.Lead.username, `/orders/${order}`);
  const menu = page.getByRole("button", { name: "User menu, Lead" });
  const away = page
    .getByRole("dialog", { name: "User menu, Lead" })
    .getByRole("button", { name: "I'm away" });
  const dialog = page.getByRole("dialog", { name: "I'm away" });
  for (const path of [`/orders/${order}`, "/documents", "/orders"]) {
    await page.goto(path);
    await menu.click();
    await away.click();
    await expect(dialog.getByRole("combobox", { name: "Deputy" })).toBeVisible();
    await expect(dialog.getByLabel("From")).not.toHaveValue("");
    await expect(dialog.getByLabel("Until")).not.toHaveValue("");
  }

  // The dialog closes by Escape, and the keyboard is where it was.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await menu.click();
  await away.click();
  await dialog.getByRole("combobox", { name: "Deputy" }).fill("helper");
  await page.getByRole("option", { name: /Helper/ }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Deputy named successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // The menu says who decides, also after a reload.
  await page.reload();
  await menu.click();
  await expect(page.getByText(/^You're away until .*\. Helper decides for you\.$/)).toBeVisible();

  // The deputy decides without a reload of theirs.
  await helper
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Pending Approvals/ })
    .click();
  await expect(helper.locator("tbody tr").filter({ hasText: order })).toContainText("Waiting for you");

  // "I'm back" ends it at once, for both.
  await page.getByRole("button", { name: "I'm back" }).click();
  await expect(page.getByText("Welcome back. No one decides for you anymore.")).toBeVisible();
  await expect(page.getByRole("button", { name: "I'm back" })).toHaveCount(0);
  await expect(helper.locator("tbody tr").filter({ hasText: order })).not.toContainText("Waiting for you");

  // Who approves nothing has no deputy.
  const buyer = await openStreaming(browser, people.Buyer.username, "/orders");
  await buyer.getByRole("button", { name: "User menu, Buyer" }).click();
  await expect(buyer.getByRole("link", { name: "Your profile" })).toBeVisible();
  await expect(buyer.getByRole("button", { name: "I'm away" })).toHaveCount(0);
});
