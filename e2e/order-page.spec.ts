import { expect, type Page, test } from "@playwright/test";
import { confirm, dialogOf, inMain, toastOf } from "./approvals-page.ts";
import { openOwnCompany } from "./own-company.ts";
import { openSignedIn } from "./people.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

/** A company of its own with three orders that need the approval of one user: $300.00, $200.00 and $100.00. */
const openTestCompany = async (page: Page) => {
  const { admin, people, ...at } = await openOwnCompany({ roles: ["Finance"] });
  const { username, roleId } = people.Finance;
  await requestAs(page, admin, "POST", "/approvals/rules/", { role: roleId, limit: 0 });
  const orders: string[] = [];
  for (const items of [["300.00"], ["150.00", "50.00"], ["100.00"]])
    orders.push(await placeOrder(page, { at, items }));
  return { username, orders: orders as [string, string, string] };
};
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const bar = (page: Page) =>
  page.getByRole("main").locator("[data-open]").filter({ hasText: "needs your approval" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a user approves orders by touch with the amount in view, one after the other, until the page says that none is left", async ({
    page,
  }) => {
    const { username, orders } = await openTestCompany(page);
    const [large, middle, small] = orders;
    // The list that is come from decides which order is the next one.
    await openSignedIn(page, username, "/pending-approvals?ordering=-total");
    await page.getByRole("main").getByRole("link", { name: large, exact: true }).tap();
    await expect(heading(page)).toHaveText(`Order ${large}`);
    await expect(bar(page)).toContainText("1 of 3");
    await expect(bar(page).getByText("$300.00 · 1 line")).toBeInViewport({ ratio: 1 });
    // At the bottom edge, however far the page is scrolled.
    const edges = () =>
      bar(page).evaluate((element) =>
        Math.round(window.innerHeight - element.getBoundingClientRect().bottom),
      );
    await expect.poll(edges).toBe(0);
    await page.getByRole("region", { name: "Order items" }).scrollIntoViewIfNeeded();
    await expect(bar(page).getByText("$300.00 · 1 line")).toBeInViewport({ ratio: 1 });

    await inMain(page, "Approve and next").tap();
    await expect(dialogOf(page)).toContainText("$300.00");
    await confirm(page, "Approve").tap();
    await expect(heading(page)).toHaveText(`Order ${middle}`);
    await expect(toastOf(page, "Order approved")).toBeVisible();
    await expect(bar(page)).toContainText("1 of 2");
    await expect(bar(page).getByText("$200.00 · 2 lines")).toBeInViewport({ ratio: 1 });
    await inMain(page, "Approve and next").tap();
    await confirm(page, "Approve").tap();
    await expect(heading(page)).toHaveText(`Order ${small}`);
    await expect(bar(page)).toContainText("1 of 1, the last one");
    await expect(inMain(page, "Approve and next")).toHaveCount(0);
    await inMain(page, "Approve").tap();
    await confirm(page, "Approve").tap();
    await expect(page.getByRole("main")).toContainText(
      /You already took action on this order\s*No more orders need your approval\./,
    );
    for (const identifier of orders)
      expect((await requestAs(page, username, "GET", `/orders/${identifier}/`)).status).toBe("Accepted");
    await page.getByRole("link", { name: "Return to pending approvals" }).tap();
    await expect(page).toHaveURL("/pending-approvals?ordering=-total");
  });
});

test("the total is in view at once, numbers can be copied, and the timeline names removed lines", async ({
  page,
  context,
}) => {
  const { username, orders } = await openTestCompany(page);
  const identifier = orders[1];
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openSignedIn(page, username, `/orders/${identifier}`);
  const header = page.locator("main header");
  await expect(header.getByText("Total $200.00")).toBeInViewport({ ratio: 1 });
  // Each is said once: in the heading.
  await expect(page.getByRole("main").getByText("Pending Approval", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("link", { name: /^Visit Order/ })).toHaveCount(0);
  await page.getByRole("button", { name: `Copy order number ${identifier}` }).click();
  await expect(header.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(identifier);
  await page.getByRole("button", { name: `Copy PO number PO-${identifier}` }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`PO-${identifier}`);

  await page.getByRole("button", { name: "Remove item Item 2" }).click();
  await dialogOf(page).getByRole("button", { name: "Remove", exact: true }).click();
  await dialogOf(page).getByText("Close", { exact: true }).click();
  const entry = page.getByRole("region", { name: "Approvals" }).getByRole("listitem").nth(1);
  await expect(entry).toContainText("Removed by Finance");
  await expect(entry).toContainText("1 × Item 2, $50.00");
  await expect(entry).toContainText(/[A-Z][a-z]{2} \d{2} \d{4} \d{1,2}:\d{2} [AP]M/);
  await expect(header.getByText("Total $150.00")).toBeVisible();
});

test("opening an order from a filtered list loads neither the list again nor the row under the pointer (LIST-013)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/orders?status=Delivered&ordering=total");
  const rows = page.locator("tbody tr:not([aria-hidden])");
  await expect(rows.first().getByRole("link").first()).toBeVisible();
  const link = rows.nth(5).getByRole("link").first();
  const identifier = String(await link.textContent()).trim();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/orders/")) asked.push(pathname + search);
  });
  // Slowly, so that the list stays on the screen while the order is being opened.
  await page.route(/order-page.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await link.click();
  await expect(page.getByRole("region", { name: "Order items" })).toBeVisible();
  await page.mouse.move(700, 500);
  await page.getByRole("link", { name: "Return to orders" }).click();
  await expect(page).toHaveURL("/orders?status=Delivered&ordering=total");
  await expect(rows.nth(5)).toBeFocused();
  expect(asked.filter((path) => !path.startsWith(`/api/orders/${identifier}/`))).toEqual([]);
});

test("all documents of an order are downloaded as one zip, and a toast confirms it (DOC-021 partly)", async ({
  page,
}) => {
  const { results } = await requestAs(page, "acme-company.admin", "GET", "/documents/?limit=60");
  const counts = Map.groupBy(
    results as { order_identifier: string }[],
    ({ order_identifier }) => order_identifier,
  );
  const [identifier] = [...counts].find(([, documents]) => documents.length > 1) ?? [];
  await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all documents" }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.zip$/);
  await expect(toastOf(page, "documents were downloaded.")).toBeVisible();
});
