import { expect, type Page, test } from "@playwright/test";
import { enterAs } from "./people.ts";

const firstOf = async (page: Page, token: string, query: string) => {
  const answer = await page.request.get(`/api/orders/?${query}`, {
    headers: { authorization: `JWT ${token}` },
  });
  return (await answer.json()).results[0];
};
const orderOf = async (page: Page, token: string, identifier: string) => {
  const answer = await page.request.get(`/api/orders/${identifier}/`, {
    headers: { authorization: `JWT ${token}` },
  });
  return answer.json();
};
/** Answers one order with some of it changed, to see how the page shows it. */
const withOrder = (page: Page, change: (order: Record<string, never>) => object) =>
  page.route(/\/api\/orders\/[^/?]+\/$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const order = await (await route.fetch()).json();
    await route.fulfill({ json: { ...order, ...change(order) } });
  });
const LINE = {
  id: 1,
  ordering: 1,
  product: "P1",
  text: "Ball valve",
  quantity: "2",
  sku: "SKU-1",
  manufacturer_sku: null,
  image_url: null,
  type: "product",
  manufacturer: "Acme Works",
  base_unit_price_value: "10.00",
  discount_amount_value: "0.00",
  taxless_price: "20.00",
  tax_amount: "1.65",
  line_total_price: "21.65",
  is_catalog_plus: false,
  display: true,
};

test.describe("order details", () => {
  test("opened directly it shows every field, breadcrumb, items and totals (ORD-044, ORD-047, ORD-049, ORD-052)", async ({
    page,
  }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await withOrder(page, () => ({
      custom_checkout_data: { "Cost Center": "4711" },
      custom_confirm_data: { Gate: "B 7" },
    }));
    await page.goto(`/orders/${identifier}`);
    const order = await orderOf(page, token, identifier);
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Orders", exact: true })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(/Orders.*Order Details/s);
    for (const words of [
      identifier,
      order.ordered_by,
      order.requested_by,
      order.status,
      order.payment_status ?? "N.A.",
      order.site.name,
      order.site.business_unit,
      order.site.region,
      order.site.division,
      ...order.tracking_numbers.slice(0, 3), // the others are a click away
      "Cost Center",
      "4711",
      "Gate",
      "B 7",
      "Subtotal",
      "Tax",
    ]) {
      await expect(main).toContainText(words);
    }
    const money = (value: string) =>
      `$${Number(value).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    for (const value of [order.taxful_total_price_value, order.taxless_total_price_value, order.tax]) {
      await expect(main).toContainText(money(value));
    }
  });

  test("handed over by the list it shows at once, and Return to orders brings the list back (ORD-045, ORD-046)", async ({
    page,
  }) => {
    await enterAs(page, "acme-company.admin", "/orders?status=Shipped&ordering=total");
    const row = page.locator("tbody tr").first();
    await expect(row).toBeVisible();
    const link = row.getByRole("link").first();
    const identifier = String(
      await page.locator("tbody tr a[href^='/orders/AC']").first().textContent(),
    ).trim();
    await page.route(/\/api\/orders\/[^/?]+\/$/, () => {}); // the API stays silent
    await row.getByRole("link", { name: identifier, exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Shipped");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
    await page.getByRole("link", { name: "Return to orders" }).click();
    await expect(page).toHaveURL("/orders?status=Shipped&ordering=total");
    await expect(link).toBeVisible();
  });

  test("an order that is not there is told, with a way back (ORD-048)", async ({ page }) => {
    await enterAs(page, "acme-company.admin", "/orders/NO-SUCH-ORDER");
    await expect(
      page.getByRole("alert").filter({ hasText: "There was an error trying to load this order" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Return to orders" }).click();
    await expect(page).toHaveURL("/orders");
  });

  test("lines: part and maker, SKUs, quantity, prices, fees and the catalog mark (ORD-061, ORD-062, ORD-063, ORD-064, ORD-065, ORD-066)", async ({
    page,
  }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await withOrder(page, () => ({
      lines: [
        { ...LINE, is_catalog_plus: true },
        { ...LINE, id: 2, text: "Gasket", sku: null, product: "P2", manufacturer_sku: "M-2" },
        {
          ...LINE,
          id: 3,
          text: "Freight",
          display: false,
          product: null,
          base_unit_price_value: "12.00",
          line_total_price: "12.99",
        },
        {
          ...LINE,
          id: 4,
          text: "Free handling",
          display: false,
          product: null,
          base_unit_price_value: "0.00",
        },
      ],
    }));
    await page.goto(`/orders/${identifier}`);
    const table = page.getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveText([
      "Image",
      "Part",
      "SKU / Manufacturer SKU",
      "Quantity",
      "Unit Cost",
      "Price",
    ]);
    const valve = table.getByRole("row").filter({ hasText: "Ball valve" });
    for (const words of ["Acme Works", "SKU-1 / N.A.", "Catalog", "2", "$10.00", "$20.00"])
      await expect(valve).toContainText(words);
    await expect(table.getByRole("row").filter({ hasText: "Gasket" })).toContainText("N.A. / M-2");
    await expect(table.getByRole("row").filter({ hasText: "Gasket" })).not.toContainText("Catalog");
    await expect(table.getByRole("row").filter({ hasText: "Freight" })).toContainText("$12.99");
    await expect(table).not.toContainText("Free handling");
    await expect(page.getByRole("link", { name: `Visit Order ${identifier}` })).toHaveAttribute(
      "href",
      `/orders/${identifier}`,
    );
  });

  test("the visit link is not there for an order that is N.A. (ORD-067)", async ({ page }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await withOrder(page, () => ({ identifier: "N.A." }));
    await page.goto(`/orders/${identifier}`);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Visit Order/ })).toHaveCount(0);
  });

  test("a rejected order shows who rejected it, who approved, and why (ORD-051)", async ({ page }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Rejected");
    await withOrder(page, () => ({
      rejected_by: [
        { username: "rita", name: "Rita Reject", note: "Too <b>many</b> valves" },
        { username: "x", name: "Second", note: "no" },
      ],
      approved_by: [{ username: "anna", name: "Anna Approve" }],
      approved_by_count: 1,
    }));
    await page.goto(`/orders/${identifier}`);
    const main = page.getByRole("main");
    for (const words of ["Rita Reject", "Anna Approve", "Too <b>many</b> valves"])
      await expect(main).toContainText(words);
    await expect(main).not.toContainText("Second");
  });

  test("TRACK ORDER opens a new tab with the order's tracking, under the right only (ORD-050, ORD-053, ORD-054)", async ({
    page,
    context,
  }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Shipped");
    await page.goto(`/orders/${identifier}`);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "TRACK ORDER" }).click(),
    ]);
    await expect(tab).toHaveURL(/\/tracking\/|carrier|track/);
    const pending = await firstOf(page, token, "status=2");
    await page.goto(`/orders/${pending.identifier}`);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("button", { name: "TRACK ORDER" })).toHaveCount(0);
  });

  test("while the tracking address is fetched a spinner covers the whole page (SHELL-013)", async ({
    page,
    context,
  }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Shipped");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/tracking-url/", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/orders/${identifier}`);
    const track = page.getByRole("button", { name: "TRACK ORDER" });
    const opened = context.waitForEvent("page");
    await track.click();
    const tab = await opened;
    const spinner = page.getByRole("status").filter({ hasText: "Loading" });
    await expect(spinner).toBeVisible();
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(track.click({ timeout: 1000 })).rejects.toThrow(/intercepts pointer events/);
    release();
    await expect(spinner).toHaveCount(0);
    await expect(tab).toHaveURL(/^http/);
    expect(context.pages()).toHaveLength(2);
  });

  test("tracking that fails is told (ORD-055)", async ({ page }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Shipped");
    await page.route("**/tracking-url/", (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/orders/${identifier}`);
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(
      page.getByText("There has been an error trying to track your order. Please try again"),
    ).toBeVisible();
  });

  test("without the right there is neither TRACK ORDER nor a trash button (ORD-050, ORD-068)", async ({
    page,
  }) => {
    const token = await enterAs(page, "acme-regular.user");
    for (const status of ["4", "2"]) {
      const { identifier } = await firstOf(page, token, `status=${status}`);
      await page.goto(`/orders/${identifier}`);
      await expect(page.getByRole("table")).toBeVisible();
      await expect(page.getByRole("button", { name: "TRACK ORDER" })).toHaveCount(0);
      await expect(page.getByRole("button", { name: /^Remove item/ })).toHaveCount(0);
    }
  });

  test("a line is removed: asked, worked, told, gone; a failure is told too (ORD-068, ORD-072, ORD-073, ORD-075, ORD-076, ORD-077, ORD-078)", async ({
    page,
  }) => {
    const token = await enterAs(page, "borealis-company.admin");
    const list = await page.request.get("/api/orders/?status=2&limit=20", {
      headers: { authorization: `JWT ${token}` },
    });
    const pending = (await list.json()).results.find(({ lines }: { lines: number }) => lines > 2);
    await page.goto(`/orders/${pending.identifier}`);
    const trash = page.getByRole("button", { name: /^Remove item/ });
    await expect(trash.first()).toBeVisible();
    const before = await trash.count();
    await trash.first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(
      "Are you sure you want to remove this item? Removing an item from an order cannot be undone.",
    );
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(trash).toHaveCount(before);

    await page.route("**/remove_line/", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await trash.first().click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(dialog).toContainText("There has been an error removing order line");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(trash).toHaveCount(before);

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/remove_line/", async (route) => {
      await held;
      await route.continue();
    });
    await trash.first().click();
    const sent = page.waitForRequest("**/remove_line/");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(dialog.getByLabel("Removing")).toBeVisible();
    release();
    expect(Object.keys((await sent).postDataJSON())).toEqual(["product"]);
    await expect(dialog).toContainText("Your item has been removed from the order.");
    await expect(
      page
        .getByRole("row")
        .filter({ has: page.getByRole("img") })
        .or(trash),
    ).not.toHaveCount(before + 1);
    const reloaded = page.waitForRequest(new RegExp(`/api/orders/${pending.identifier}/$`));
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await reloaded;
    await expect(trash).toHaveCount(before - 1);
  });

  test("with one item left there is nothing to remove (ORD-069)", async ({ page }) => {
    const token = await enterAs(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    await withOrder(page, () => ({
      lines: [LINE, { ...LINE, id: 3, text: "Freight", display: false, base_unit_price_value: "12.00" }],
    }));
    await page.goto(`/orders/${identifier}`);
    await expect(page.getByRole("row").filter({ hasText: "Ball valve" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove item/ })).toHaveCount(0);
  });
});
