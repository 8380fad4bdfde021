import { expect, type Page, test } from "@playwright/test";
import { column } from "./documents-page.ts";
import { openSignedIn } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const ADMIN = "acme-company.admin";

/** A delivered order that has an invoice: most have, not all. */
const invoicedOrder = async (page: Page): Promise<string> => {
  const [{ results: invoices }, { results: orders }] = await Promise.all([
    requestAs(page, ADMIN, "GET", "/documents/?document_type=Invoice&limit=1000"),
    requestAs(page, ADMIN, "GET", "/orders/?status=Delivered&limit=1000"),
  ]);
  const delivered = new Set(orders.map(({ identifier }: { identifier: string }) => identifier));
  return invoices.find((invoice: { order_identifier: string }) => delivered.has(invoice.order_identifier))
    .order_identifier;
};

test("the documents of an order open from the list and from the order page, with a link back; for an unknown order the page shows a message (DOC-001, DOC-018, ORD-013)", async ({
  page,
}) => {
  const identifier = await invoicedOrder(page);
  const list = `/orders?status=Delivered&search=${identifier}`;
  await openSignedIn(page, ADMIN, list);
  await page.getByRole("link", { name: `See documents ${identifier}` }).click();
  await expect(page).toHaveURL(`/orders/${identifier}/documents`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier} Documents`);
  await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
  await expect.poll(async () => new Set(await column(page, "Order"))).toEqual(new Set([identifier]));
  await page.getByRole("button", { name: "Filter Document Type" }).click();
  await page.getByRole("checkbox", { name: "Invoice", exact: true }).check();
  await page.keyboard.press("Escape");
  await expect.poll(async () => new Set(await column(page, "Document Type"))).toEqual(new Set(["Invoice"]));
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  await crumbs.getByRole("link", { name: `Order ${identifier}` }).click();
  await expect(page).toHaveURL(`/orders/${identifier}`);
  await page.getByRole("link", { name: "See documents" }).click();
  await expect(page).toHaveURL(`/orders/${identifier}/documents`);
  await crumbs.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL(list);

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
