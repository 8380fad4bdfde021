import { expect, test } from "@playwright/test";
import { column } from "./documents-page.ts";
import { enterAs } from "./people.ts";

test("an order's documents: found from the list and from the order, with the way back; of no order, not found in words (DOC-001, DOC-018, ORD-013)", async ({
  page,
}) => {
  await enterAs(page, "acme-company.admin", "/orders?status=Delivered");
  await page
    .getByRole("link", { name: /^See documents/ })
    .first()
    .click();
  const identifier = new URL(page.url()).pathname.split("/")[2] as string;
  await expect(page).toHaveURL(`/orders/${identifier}/documents`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier} Documents`);
  await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
  await expect.poll(async () => new Set(await column(page, "Order"))).toEqual(new Set([identifier]));
  await page.getByRole("button", { name: "Filter Document Type" }).click();
  await page.getByRole("option", { name: "Invoice" }).click();
  await expect.poll(async () => new Set(await column(page, "Document Type"))).toEqual(new Set(["Invoice"]));
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: `Order ${identifier}` }).click();
  await expect(page).toHaveURL(`/orders/${identifier}`);
  await page.getByRole("link", { name: "See documents" }).click();
  await expect(page).toHaveURL(`/orders/${identifier}/documents`);
  await crumbs.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL("/orders?status=Delivered");

  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/orders/NOPE/documents");
  await expect(page.getByText("Order NOPE was not found.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(logged.filter((line) => line.includes("error fetching documents"))).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL("/orders");
});
