import { expect, type Page, test } from "@playwright/test";
import { openSignedIn, tokenOf } from "./people.ts";
import { holdRequests, rewriteResponses } from "./responses.ts";

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
const isItem = ({ display }: { display: boolean }) => display;
/** An order of which an item can be removed, each test its own. */
const removableOf = async (page: Page, token: string, at: number): Promise<string> => {
  const answer = await page.request.get("/api/orders/?status=2&limit=60", {
    headers: { authorization: `JWT ${token}` },
  });
  const orders: { identifier: string; lines: number }[] = (await answer.json()).results;
  return orders.filter(({ lines }) => lines > 2).at(at)?.identifier ?? "";
};
/** A shipped order that is followed on our own page: those of the carriers are not to be reached from here. */
const followedHere = async (page: Page, token: string): Promise<string> => {
  const headers = { authorization: `JWT ${token}` };
  const shipped = await page.request.get("/api/orders/?status=Shipped&limit=60", { headers });
  for (const { identifier } of (await shipped.json()).results) {
    const answer = await page.request.get(`/api/orders/${identifier}/tracking-url/`, { headers });
    if (new URL((await answer.json()).order_tracking_url).pathname.startsWith("/tracking/"))
      return identifier;
  }
  throw new Error("Every shipped order has an address of its own.");
};
/** Answers one order with some of it changed, to see how the page shows it. */
const withOrder = (page: Page, change: (order: Record<string, never>) => object) =>
  rewriteResponses<Record<string, never>>(page, /\/api\/orders\/[^/?]+\/$/, (order) => ({
    ...order,
    ...change(order),
  }));
const money = (value: string) => `$${Number(value).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
/** What a card says, each by its name. */
const factsIn = async (page: Page, name: string): Promise<Record<string, string>> => {
  const card = page.getByRole("region", { name, exact: true });
  const values = await card.locator("dd").allInnerTexts();
  const names = await card.locator("dt").allInnerTexts();
  return Object.fromEntries(names.map((label, at) => [label, values[at]?.replace(/\s+/g, " ") ?? ""]));
};
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

test.describe("the order details page", () => {
  test("opened by its URL, it shows breadcrumbs, every field with its label, items and totals (ORD-044, ORD-047, ORD-049, ORD-052)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    const order = await orderOf(page, token, identifier);
    const site = {
      ...order.site,
      name: "Yard 9",
      business_unit: "Wells",
      region: "South",
      division: "Deep",
      groups: [],
    };
    await withOrder(page, () => ({
      ordered_by: "Olga Orders",
      requested_by: "Rita Requests",
      payment_status: "Partially Paid",
      order_date: "2026-03-08T15:05:00.000Z",
      site,
      po_number: "PO-7",
      afe_number: null,
      tracking_numbers: ["1Z1", "1Z2"],
      tracking_numbers_count: 2,
      custom_checkout_data: { "Cost Center": "4711" },
      custom_confirm_data: { Gate: "B 7" },
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Orders", exact: true })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(/Orders.*Order Details/s);
    const placed = await page.evaluate(() =>
      new Date("2026-03-08T15:05:00.000Z")
        .toLocaleString("en-US", {
          month: "short",
          day: "2-digit",
          year: "numeric",
          hour: "numeric",
          minute: "2-digit",
        })
        .replaceAll(",", "")
        .replace(/\s/g, " "),
    );
    await expect
      .poll(() => factsIn(page, "Order Details"))
      .toEqual({
        "Ordered By": "Olga Orders",
        "Requested By": "Rita Requests",
        "Payment Status": "Partially Paid",
        "Order Date": placed,
        Site: "Yard 9",
        BU: "Wells",
        Region: "South",
        Division: "Deep",
        PO: "PO-7",
        AFE: "N.A.",
        "Tracking Numbers": "1Z1 1Z2",
      });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier}`);
    const header = page.locator("main header");
    await expect(header).toContainText("Delivered");
    await expect(header).toContainText(`Total ${money(order.taxful_total_price_value)}`);
    expect(await factsIn(page, "Checkout fields")).toEqual({ "Cost Center": "4711" });
    expect(await factsIn(page, "Confirmation fields")).toEqual({ Gate: "B 7" });
    expect(await factsIn(page, "Order items")).toEqual({
      Subtotal: money(order.taxless_total_price_value),
      Tax: money(order.tax),
      Total: money(order.taxful_total_price_value),
    });
  });

  test("in a company with a hierarchy, the groups of the site are shown, each once (ORD-049)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "borealis-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    const { site } = await orderOf(page, token, identifier);
    await openSignedIn(page, "borealis-company.admin", `/orders/${identifier}`);
    const card = page.getByRole("region", { name: "Order Details" });
    await expect(card.getByRole("term").first()).toBeVisible();
    const names = await card.getByRole("term").allInnerTexts();
    expect(names).toEqual([...new Set(names)]);
    const facts = await factsIn(page, "Order Details");
    expect(site.groups.length).toBeGreaterThan(1);
    for (const { name, node } of site.groups) expect(facts[name]).toBe(node);
    expect(facts).not.toHaveProperty("BU", "N.A.");
  });

  test("opened from the list, it shows the row at once, and Return to orders leads back to the same list (ORD-045, ORD-046)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?status=Shipped&ordering=total");
    const row = page.locator("tbody tr").nth(11);
    await expect(row).toBeVisible();
    const link = row.getByRole("link").first();
    const identifier = String(await link.textContent()).trim();
    const list = page.getByRole("region", { name: "Orders", exact: true });
    await list.evaluate((frame) => frame.scrollTo({ left: 300, top: 80 }));
    const placeOf = () => list.evaluate((frame) => [frame.scrollLeft, frame.scrollTop]);
    await expect.poll(placeOf).not.toEqual([0, 0]);
    const place = await placeOf();
    await page.route(/\/api\/orders\/[^/?]+\/$/, () => {}); // the API stays silent
    await row.getByRole("link", { name: identifier, exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Shipped");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
    // Nothing has a name yet whose place is not known: it would jump.
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Order Details"]);
    await page.getByRole("link", { name: "Return to orders" }).click();
    await expect(page).toHaveURL("/orders?status=Shipped&ordering=total");
    await expect(link).toBeVisible();
    // To the very place where the list was left, on the row that was opened.
    await expect(row).toBeFocused();
    await expect.poll(placeOf).toEqual(place);
    // The list was gone back to: there is a way forward again.
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(identifier);
    // Come from elsewhere, the way back is the address of the list.
    await page.reload();
    await page.getByRole("link", { name: "See documents" }).click();
    await page.getByRole("link", { name: `Order ${identifier}` }).click();
    await page.getByRole("link", { name: "Return to orders" }).click();
    await expect(page).toHaveURL("/orders?status=Shipped&ordering=total");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("opened from its items on the page of its documents, it still leads back to the list (ORD-045, ORD-066)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?status=Shipped&ordering=total");
    await page.getByRole("link", { name: /^View/ }).first().click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(/^Order \S+$/);
    const identifier = String(await heading.textContent()).replace("Order ", "");
    await expect(page.getByRole("table")).toBeVisible();
    // On its own page it would lead nowhere.
    await expect(page.getByRole("link", { name: /^Visit Order/ })).toHaveCount(0);
    await page.getByRole("link", { name: "See documents" }).click();
    await page.getByRole("button", { name: "Order items" }).click();
    const visit = page.getByRole("dialog").getByRole("link", { name: `Visit Order ${identifier}` });
    await expect(visit).toHaveAttribute("href", `/orders/${identifier}`);
    await visit.click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(heading).toHaveText(`Order ${identifier}`);
    await expect(page.getByRole("link", { name: "Return to orders" })).toHaveAttribute(
      "href",
      "/orders?status=Shipped&ordering=total",
    );
  });

  test("an order that does not exist or cannot be loaded shows a message with a link or a retry button (ORD-048)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await page.route(`**/api/orders/${identifier}/`, (route) => route.fulfill({ status: 502, json: {} }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier}`);
    const main = page.getByRole("main");
    await expect(main).toContainText("There was an error trying to load this order");
    await expect(main).not.toContainText("was not found");
    await page.unrouteAll();
    await again.click();
    await expect(page.getByRole("table")).toBeVisible();
    await page.goto("/orders/NO-SUCH-ORDER");
    await expect(
      page.getByRole("alert").filter({ hasText: "There was an error trying to load this order" }),
    ).toBeVisible();
    await expect(main).toContainText("Order NO-SUCH-ORDER was not found.");
    await expect(again).toHaveCount(0);
    await page.getByRole("link", { name: "Return to orders" }).click();
    await expect(page).toHaveURL("/orders");
  });

  test("lines show product and manufacturer, SKUs, quantity, prices, fees and the catalog mark (ORD-061, ORD-062, ORD-063, ORD-064, ORD-065)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await page.route("**/valve.svg", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: picture }),
    );
    await withOrder(page, () => ({
      lines: [
        { ...LINE, is_catalog_plus: true, image_url: "/valve.svg" },
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
        {
          ...LINE,
          id: 5,
          text: "Credit of handling",
          display: false,
          product: null,
          base_unit_price_value: "-3.00",
        },
      ],
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
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
    await expect(valve.getByRole("cell")).toHaveText([
      "",
      "Ball valveAcme Works",
      /^SKU-1 \/ N\.A\..*Catalog/,
      "2",
      "$10.00",
      "$20.00",
    ]);
    await expect(valve.locator("img")).toHaveAttribute("src", "/valve.svg");
    await expect(table.getByRole("row").filter({ hasText: "Gasket" })).toContainText("N.A. / M-2");
    await expect(table.getByRole("row").filter({ hasText: "Gasket" })).not.toContainText("Catalog");
    await expect(table.getByRole("row").filter({ hasText: "Freight" }).getByRole("cell")).toHaveText([
      "",
      "Freight",
      "$12.99",
    ]);
    await expect(table).not.toContainText("handling");
  });

  test("an item without a product has no remove button, but all cells of its row (ORD-061, ORD-068)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    await withOrder(page, () => ({
      lines: [
        LINE,
        { ...LINE, id: 2, sku: "SKU-2" },
        { ...LINE, id: 3, text: "Nameless", sku: null, product: null },
      ],
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const nameless = page.getByRole("row").filter({ hasText: "Nameless" });
    await expect(page.getByRole("columnheader")).toHaveCount(7);
    await expect(nameless.getByRole("cell")).toHaveCount(7);
    await expect(nameless.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Remove item/ })).toHaveCount(2);
  });

  test("a right-to-left name does not reverse the text beside it", async ({ page }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await withOrder(page, () => ({ lines: [{ ...LINE, sku: "\u202Eevil", manufacturer_sku: "M-2" }] }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const cell = page.getByRole("cell").filter({ hasText: "M-2" });
    const places = await cell.evaluate((element) =>
      ["evil", "/", "M-2"].map((wanted) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.textContent?.indexOf(wanted) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      }),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("an order that is N.A. has no visit link (ORD-067)", async ({ page }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Delivered");
    await withOrder(page, () => ({ identifier: "N.A." }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}/documents`);
    await page.getByRole("button", { name: "Order items" }).click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("table")).toBeVisible();
    await expect(panel.getByRole("link", { name: /^Visit Order/ })).toHaveCount(0);
  });

  test("a rejected order shows who rejected it, why, and who approved it before (ORD-051)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Rejected");
    await withOrder(page, () => ({
      rejected_by: [
        { username: "rita", name: "Rita Reject", note: "Too <b>many</b> valves" },
        { username: "x", name: "Second", note: "no" },
      ],
      approved_by: [{ username: "anna", name: "Anna Approve" }],
      approved_by_count: 1,
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const main = page.getByRole("main");
    for (const words of ["Rita Reject", "Anna Approve", "Too <b>many</b> valves"])
      await expect(main).toContainText(words);
    await expect(main).not.toContainText("Second");
  });

  test("TRACK ORDER opens the tracking page in a new tab, for users with the permission (ORD-050, ORD-053, ORD-054)", async ({
    page,
    context,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const identifier = await followedHere(page, token);
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const answered = page.waitForResponse("**/tracking-url/");
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "TRACK ORDER" }).click(),
    ]);
    await expect(tab).toHaveURL((await (await answered).json()).order_tracking_url);
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier}`);
    // The clock of whoever looks, as on the order's own page.
    const placed = (await factsIn(page, "Order Details"))["Order Date"];
    await expect(tab.locator("dt:text-is('Ordered') + dd time")).toHaveText(String(placed));
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    const pending = await firstOf(page, token, "status=2");
    await page.goto(`/orders/${pending.identifier}`);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("button", { name: "TRACK ORDER" })).toHaveCount(0);
  });

  test("while the tracking URL is loading, a spinner covers the whole page (SHELL-013)", async ({
    page,
    context,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const identifier = await followedHere(page, token);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/tracking-url/", async (route) => {
      await held;
      await route.continue();
    });
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const track = page.getByRole("button", { name: "TRACK ORDER" });
    const opened = context.waitForEvent("page");
    await track.click();
    const tab = await opened;
    const spinner = page.getByRole("status").filter({ hasText: "Loading" });
    await expect(spinner).toBeVisible();
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    const covered = await track.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return !button.contains(top) && top?.closest("[role=status]") !== null;
    });
    expect(covered).toBe(true);
    release();
    await expect(spinner).toHaveCount(0);
    await expect(tab).toHaveURL(/^http/);
    expect(context.pages()).toHaveLength(2);
  });

  test("failed tracking shows a toast (ORD-055)", async ({ page }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=Shipped");
    await page.route("**/tracking-url/", (route) => route.fulfill({ status: 500, json: {} }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(
      page.getByText("There has been an error trying to track your order. Please try again"),
    ).toBeVisible();
  });

  test("users without the permission see neither TRACK ORDER nor a remove button (ORD-050, ORD-068)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-regular.user");
    // Others could remove either of them.
    await withOrder(page, () => ({ lines: [LINE, { ...LINE, id: 2, sku: "SKU-2" }] }));
    for (const status of ["Shipped", "Pending Approval"]) {
      const { identifier } = await firstOf(page, token, `status=${status}`);
      await openSignedIn(page, "acme-regular.user", `/orders/${identifier}`);
      await expect(page.getByRole("row").filter({ hasText: "SKU-2" })).toBeVisible();
      await expect(page.locator("main header")).toContainText(status);
      await expect(page.getByRole("columnheader")).toHaveCount(6);
      await expect(page.getByRole("button", { name: "TRACK ORDER" })).toHaveCount(0);
      await expect(page.getByRole("button", { name: /^Remove item/ })).toHaveCount(0);
    }
  });

  test("removing a line asks for confirmation, shows the progress, removes the line at once and shows a toast (ORD-068, ORD-072, ORD-073, ORD-074, ORD-075, ORD-077, ORD-078)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "borealis-company.admin");
    // What others are told of the change would make the page read the order again by itself. It is refused: a stream
    // that merely fails is made up for by looking every 20 seconds.
    await page.route("**/alerts/stream/**", (route) => route.fulfill({ status: 404, json: {} }));
    const identifier = await removableOf(page, token, -1);
    await openSignedIn(page, "borealis-company.admin", `/orders/${identifier}`);
    const trash = page.getByRole("button", { name: /^Remove item/ });
    await expect(trash.first()).toBeVisible();
    const lines = page.getByRole("region", { name: "Lines" }).locator("tbody tr");
    const before = await lines.count();
    const [first] = (await orderOf(page, token, identifier)).lines.filter(isItem);
    await trash.first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(first.text, { exact: true })).toBeVisible();
    await expect(dialog).toContainText(
      "Are you sure you want to remove this item? Removing an item from an order cannot be undone.",
    );
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(lines).toHaveCount(before);

    const release = await holdRequests(page, "**/remove_line/");
    await trash.first().click();
    const sent = page.waitForRequest("**/remove_line/");
    // The second click of a hasty double click lands beside the smaller dialog.
    await dialog.getByRole("button", { name: "Remove", exact: true }).dblclick();
    await expect(dialog.getByLabel("Removing")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog.getByLabel("Removing")).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveCount(0);

    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(`/api/orders/${identifier}/`)) fetched.push(request.method());
    });
    release();
    expect((await sent).postDataJSON()).toEqual({ product: first.sku });
    await expect(dialog).toContainText("Your item has been removed from the order.");
    // Nothing was read again yet: it is gone from the screen because the answer said so.
    await expect(lines).toHaveCount(before - 1);
    expect(fetched).toEqual([]);
    const reloaded = page.waitForRequest(new RegExp(`/api/orders/${identifier}/$`));
    await dialog.getByText("Close", { exact: true }).click();
    await reloaded;
    await expect(dialog).toBeHidden();
    // The line that took its place goes on.
    await expect(trash.first()).toBeFocused();
    const left = (await orderOf(page, token, identifier)).lines.map(({ id }: { id: number }) => id);
    expect(left).not.toContain(first.id);
  });

  test("the lines of an order are complete at every width and on paper (ORD-061)", async ({ page }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    const long = { ...LINE, text: "Valve ".repeat(20), discount_amount_value: "1000.00" };
    await withOrder(page, () => ({
      lines: [1, 2].map((id) => ({ ...long, id, sku: `${"S".repeat(60)}${id}`, quantity: "10000" })),
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    const region = page.getByRole("region", { name: "Lines" });
    const row = region.locator("tbody tr").first();
    await expect(row).toBeVisible();
    const cells = row.getByRole("cell");
    const isWhole = () =>
      region.evaluate((frame) => {
        const { left, right } = frame.getBoundingClientRect();
        const shown = [...frame.querySelectorAll("tbody :is(td, td *)")].filter((part) =>
          part.checkVisibility(),
        );
        const boxes = shown.map((part) => part.getBoundingClientRect());
        return boxes.length > 0 && boxes.every((box) => box.left >= left && box.right <= right);
      });
    for (const width of [360, 390, 800, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(isWhole, `${width} px wide`).toBe(true);
      await expect(cells.nth(5)).toBeVisible();
      await expect(cells.last().getByRole("button")).toBeVisible();
    }
    await page.emulateMedia({ media: "print" });
    await expect(cells.nth(5)).toBeVisible();
    for (const gone of [page.getByRole("navigation", { name: "Main" }), page.getByRole("button")])
      await expect(gone.first()).toBeHidden();
  });

  test("a refused removal shows a toast, and the order is refetched (ORD-076)", async ({ page }) => {
    const token = await tokenOf(page, "borealis-company.admin");
    const identifier = await removableOf(page, token, 0);
    await openSignedIn(page, "borealis-company.admin", `/orders/${identifier}`);
    const trash = page.getByRole("button", { name: /^Remove item/ });
    await expect(trash.first()).toBeVisible();
    // What passes can be tried again.
    await page.route("**/remove_line/", (route) => route.fulfill({ status: 503, json: {} }));
    await trash.first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await expect(trash.first()).toBeFocused();
    await page.unroute("**/remove_line/");
    await page.route("**/remove_line/", (route) => route.fulfill({ status: 409, json: {} }));
    // Meanwhile somebody has approved it.
    await withOrder(page, () => ({ status: "Accepted" }));
    await trash.first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("There has been an error removing order line");
    await expect(dialog.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(page.locator("main header")).toContainText("Accepted");
    await expect(trash).toHaveCount(0);
  });

  test("all lines of one item are removed together, and the confirm dialog says it (ORD-072)", async ({
    page,
  }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    await withOrder(page, () => ({
      lines: [LINE, { ...LINE, id: 2 }, { ...LINE, id: 3, text: "Gasket", sku: "SKU-2" }],
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    await page.getByRole("button", { name: "Remove item Ball valve" }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("cannot be undone. Both lines of SKU-1 will be removed.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove item Gasket" }).click();
    await expect(dialog).toContainText("cannot be undone.");
    await expect(dialog).not.toContainText("lines of");
  });

  test("the last item of an order has no remove button (ORD-069)", async ({ page }) => {
    const token = await tokenOf(page, "acme-company.admin");
    const { identifier } = await firstOf(page, token, "status=2");
    await withOrder(page, () => ({
      lines: [LINE, { ...LINE, id: 3, text: "Freight", display: false, base_unit_price_value: "12.00" }],
    }));
    await openSignedIn(page, "acme-company.admin", `/orders/${identifier}`);
    await expect(page.getByRole("row").filter({ hasText: "Ball valve" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove item/ })).toHaveCount(0);
  });
});
