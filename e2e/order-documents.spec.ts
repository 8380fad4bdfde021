import { expect, test } from "@playwright/test";
import { enterAs } from "./people.ts";

test("the documents of an order that is not there: not found, in words, and nothing to try again", async ({
  page,
}) => {
  await enterAs(page, "acme-company.admin", "/orders/NOPE/documents");
  await expect(page.getByText("Order NOPE was not found.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL("/orders");
});
