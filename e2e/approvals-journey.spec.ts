import { expect, type Page, test } from "@playwright/test";
import { openStreaming, signIn, withAllColumns } from "./people.ts";
import { ADMIN, LEAD, placeOrder, requestAs } from "./placed-orders.ts";
import { chooseRowAction } from "./row-menu.ts";

const SITE = "Whale Cove Staging";
const FIRST = "borealis-region.manager";
const LAST = "borealis-rachel.nningark";

const rowOf = (page: Page, identifier: string) => page.locator("tbody tr").filter({ hasText: identifier });
const approveIn = async (page: Page, identifier: string) => {
  await rowOf(page, identifier)
    .getByRole("button", { name: `Approve ${identifier}` })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Order approved")).toBeVisible();
};

test("an admin creates a rule, three approvers approve an order one after the other, and each sees its progress without a reload (APPR-017, APPR-028, APPR-029, CONF-044, CONF-066, CONF-068)", async ({
  browser,
  page,
}) => {
  // An admin asks for a third approval at one site.
  await signIn(page, ADMIN, "/configuration");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Approvals/ })
    .click();
  await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Order Approval Rule" });
  await dialog.getByText("A user", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "User" }).fill("rachel");
  await page.getByRole("option", { name: /Rachel Nningark/ }).click();
  await dialog.getByRole("textbox", { name: "Search sites and nodes" }).fill("whale cove st");
  await dialog.getByRole("treeitem", { name: SITE }).click();
  await dialog.getByLabel("Order Total Above").fill("10000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Order Approval Rule created correctly")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Rachel Nningark" })).toContainText(
    "Approve orders with total equal to or above $10,000.00",
  );

  // Everybody sits at their own screen when the order comes in.
  const pending = `/pending-approvals?site=${encodeURIComponent(SITE)}`;
  const first = await openStreaming(browser, FIRST, pending);
  const second = await openStreaming(browser, LEAD, pending);
  const last = await openStreaming(browser, LAST, pending);
  await withAllColumns(last);
  await Promise.all([last.waitForResponse(/\/api\/alerts\/stream\//), last.reload()]);
  const identifier = await placeOrder(page, { site: SITE, total: "12000.00" });
  await expect(rowOf(first, identifier)).toContainText("Waiting for you");
  await expect(rowOf(second, identifier)).toContainText("Waiting for Daniel Kuptana");
  await expect(rowOf(last, identifier)).toContainText("Waiting for Daniel Kuptana");
  const watcher = await openStreaming(browser, ADMIN, `/orders/${identifier}`);
  const steps = watcher.getByRole("region", { name: "Approvals" }).getByRole("listitem");
  await expect(steps).toHaveCount(4);

  await approveIn(first, identifier);
  await expect(rowOf(second, identifier)).toContainText("Waiting for you");
  await expect(rowOf(first, identifier)).toContainText("You already took action on this order");
  await expect(steps.nth(1)).toContainText("Approved by Daniel Kuptana");
  await expect(rowOf(last, identifier)).toContainText("Waiting for Procurement Lead");
  await expect(rowOf(last, identifier)).toContainText("Daniel Kuptana");

  await approveIn(second, identifier);
  await expect(rowOf(last, identifier)).toContainText("Waiting for you");
  await expect(steps.nth(2)).toContainText("Approved by Malcolm Reyes");
  await expect(steps.nth(3)).toHaveAttribute("aria-current", "step");

  await approveIn(last, identifier);
  for (const screen of [first, second, last]) await expect(rowOf(screen, identifier)).toHaveCount(0);
  await expect(steps.nth(3)).toContainText("Approved by Rachel Nningark");
  await expect(watcher.getByRole("main")).toContainText("Accepted");
  expect((await requestAs(page, ADMIN, "GET", `/orders/${identifier}/`)).status).toBe("Accepted");

  // Nothing waits for the rule any more: it can go.
  await page.reload();
  await chooseRowAction(page, "Delete", "Rachel Nningark");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Order Approval Rule deleted correctly")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Rachel Nningark" })).toHaveCount(0);
});
