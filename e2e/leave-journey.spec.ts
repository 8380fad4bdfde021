import { expect, type Page, test } from "@playwright/test";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { openSignedIn, openStreaming } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

const rowOf = (page: Page, identifier: string) => page.locator("tbody tr").filter({ hasText: identifier });

test("an approver goes on leave, a deputy decides within the limits, and coming back ends it at once (DELE-001, DELE-003, DELE-006, DELE-007 partly)", async ({
  browser,
  page,
}) => {
  const { slug, admin, site, people } = await openOwnCompany({ roles: ["Lead", "Helper"] });
  // The deputy sees no site of their own.
  await queryDatabase("delete from site_users where user_id = $1", [people.Helper.id]);
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: people.Lead.roleId, limit: 0 });
  const small = await placeOrder(page, { at: { slug, site }, total: "300.00" });
  const next = await placeOrder(page, { at: { slug, site }, total: "400.00" });
  const large = await placeOrder(page, { at: { slug, site }, total: "2000.00" });
  const helper = await openStreaming(browser, people.Helper.username, "/orders");
  const pendingLink = helper
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Pending Approvals/ });

  // Going on leave.
  await openSignedIn(page, people.Lead.username, "/profile");
  await page.getByRole("button", { name: "Name a Deputy" }).click();
  const dialog = page.getByRole("dialog", { name: "Name a Deputy" });
  await dialog.getByRole("combobox", { name: "Deputy" }).fill("helper");
  await page.getByRole("option", { name: /Helper/ }).click();
  await dialog.getByLabel("Highest total (optional)").fill("1000");
  await dialog.getByLabel("Note (optional)").fill("Back after the holidays");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Deputy named successfully")).toBeVisible();
  const deputies = page.getByRole("region", { name: "Who is the deputy of whom" });
  await expect(deputies.getByRole("row").filter({ hasText: "Helper" })).toContainText("Deputy now");

  // The deputy gets the orders up to the cap without a reload, and decides about one.
  await pendingLink.click();
  await expect(rowOf(helper, small)).toContainText("Waiting for you");
  await expect(rowOf(helper, next)).toContainText("Waiting for you");
  await expect(rowOf(helper, large)).toHaveCount(0);
  await helper.getByRole("link", { name: small, exact: true }).click();
  await expect(
    helper.getByText(/You are the deputy of Lead until .*: “Back after the holidays”/),
  ).toBeVisible();
  await helper.getByRole("button", { name: "Approve", exact: true }).click();
  await helper.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(helper.getByText("Approved by Helper for Lead.")).toBeVisible();
  await pendingLink.click();
  await expect(rowOf(helper, next)).toBeVisible();

  // Coming back.
  await page.getByRole("button", { name: "End: Helper for Lead" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText("Delegation ended")).toBeVisible();
  await expect(deputies.getByRole("row").filter({ hasText: "Helper" })).toContainText("Ended by Lead");
  await expect(deputies).toContainText("1 order decided");
  await expect(rowOf(helper, next)).toHaveCount(0);

  // Of the order, the former deputy keeps what they decided.
  await helper.goto(`/orders/${small}`);
  await expect(helper.getByText(`Order ${small} was not found.`)).toBeVisible();
  await helper.goto("/profile");
  const decided = helper.getByRole("region", { name: "Your decisions as deputy" });
  await expect(decided.getByRole("row").filter({ hasText: small })).toContainText(/\$300\.00.*Approved/);
  await page.goto(`/orders/${small}`);
  await expect(page.getByText("Approved by Helper for Lead.")).toBeVisible();
});
