import { expect, type Page, test } from "@playwright/test";
import { openSignedIn } from "./people.ts";

const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const openFilter = (page: Page, label: string) =>
  page.getByRole("button", { name: `Filter ${label}`, exact: true }).click();
const params = (page: Page) => new URL(page.url()).searchParams;

test("orders are filtered by several statuses, a range of totals and a preset date range, and the page shows their sum (LIST-008, LIST-009, LIST-010, LIST-011)", async ({
  page,
}) => {
  await page.clock.setFixedTime("2026-03-18T12:00:00"); // whatever day it becomes meanwhile
  await openSignedIn(page, "acme-company.admin", "/orders?status=Shipped");
  await expect(chips(page)).toContainText("Status: Shipped");
  await openFilter(page, "Status (on)");
  const statuses = page.getByRole("dialog", { name: "Filter Status" });
  await expect(statuses.getByRole("checkbox", { name: "Shipped", exact: true })).toBeChecked();
  await statuses.getByRole("checkbox", { name: "Delivered" }).check();
  await expect(chips(page)).toContainText("Status: Shipped, Delivered");
  await statuses.getByRole("checkbox", { name: "Rejected" }).check();
  await expect(chips(page)).toContainText("Status: 3 values");
  expect(params(page).getAll("status")).toEqual(["Shipped", "Delivered", "Rejected"]);
  await page.keyboard.press("Escape");

  await openFilter(page, "Total");
  await page.getByLabel("Below", { exact: true }).fill("5000");
  await page.keyboard.press("Enter");
  await expect(chips(page)).toContainText("Total: below $5,000.00");
  expect(params(page).get("total_max"), "amounts have whole cents").toBe("4999.99");
  await openFilter(page, "Total (on)");
  await expect(page.getByLabel("Below", { exact: true })).toHaveValue("5000.00");
  await page.getByRole("button", { name: "At least" }).click();
  await expect(chips(page)).toContainText("Total: $5,000.00 or more");
  await page.getByRole("button", { name: "Between" }).click();
  await page.getByLabel("At least").fill("$1,000");
  await page.getByLabel("At most").fill("2000.50");
  await page.getByLabel("At most").press("Enter");
  await expect(chips(page)).toContainText("Total: $1,000.00 – $2,000.50");

  await openFilter(page, "Order Date");
  const summed = page.waitForResponse((answer) => /\/api\/orders\/sum\/.*orderDate_after/.test(answer.url()));
  await page.getByRole("button", { name: "This year" }).click();
  await expect(chips(page)).toContainText("Order Date: This year");
  const answer = await summed;
  expect(answer.url()).toMatch(/orderDate_after=2026-01-01.*orderDate_before=(2026-12-31|2027-01-01)/);
  const { sum } = (await answer.json()) as { sum: string };
  await expect(
    page.getByText(`Total $${Number(sum).toLocaleString("en-US", { minimumFractionDigits: 2 })}`),
  ).toBeVisible();

  await page.getByRole("button", { name: "Remove filter Status" }).click();
  await expect.poll(() => params(page).has("status")).toBe(false);
});
