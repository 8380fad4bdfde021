import { readFileSync } from "node:fs";
import { errors } from "@mcc/contract/kit/errors.ts";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { fillSignInForm, newToken, openSignedIn, sidebarOf, switchUser, withAllColumns } from "./people.ts";
import { holdRequests, rewriteResponses, withOrders } from "./responses.ts";
import { textsIn } from "./zip.ts";

const GENERIC = "There was an error loading the orders. Please try again later";
const headers = (page: Page) => page.getByRole("columnheader");
const rows = (page: Page) => page.locator("tbody tr");
const column = async (page: Page, label: string): Promise<string[]> => {
  const names = (await headers(page).allInnerTexts()).map((name) => name.trim());
  const at = names.indexOf(label);
  return page.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
};
const openFilter = (page: Page, label: string) =>
  page.getByRole("button", { name: `Filter ${label}` }).click();
const pagerAbove = (page: Page) => page.getByRole("navigation", { name: /pages|pager/i }).first();
const asked = (page: Page) => {
  const calls: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/orders/") calls.push(url);
  });
  return calls;
};

// The journey arranges the columns of the same person.
test.beforeEach(({ page }) => withAllColumns(page));

const COLUMNS = [
  "Site",
  "Business Unit",
  "Region",
  "Ordered By",
  "Requested By",
  "Order",
  "PO",
  "Tracking Numbers",
  "AFE",
  "Status",
  "Payment Status",
  "Order Date",
  "Lines",
  "Total",
  "Actions",
];

test.describe("the orders list", () => {
  test("has its label, a search box, an export button, pagers, and its columns in order (ORD-001, ORD-002, TABLE-018)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders");
    await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    expect((await headers(page).allInnerTexts()).map((name) => name.trim())).toEqual(COLUMNS);
    const words = page.getByText("Showing 1 - 20 of 2,400");
    await expect(words).toHaveCount(2);
    const table = await page.getByRole("table").boundingBox();
    expect((await words.first().boundingBox())?.y).toBeLessThan(table?.y ?? 0);
    expect((await words.last().boundingBox())?.y).toBeGreaterThan(table?.y ?? 0);
    await expect(headers(page).filter({ hasText: "Order Date" })).toHaveAttribute("aria-sort", "descending");
  });

  test("each column shows its own value (ORD-002)", async ({ page }) => {
    await withOrders(page, {
      site: { name: "Yard 9", location_name: null, business_unit: "Wells", region: "South", groups: [] },
      creator: "Cora Creates",
      ordered_by: "Olga Orders",
      requested_by: "Rita Requests",
      identifier: "AC-7",
      po_number: "PO-7",
      tracking_numbers: ["1Z1"],
      tracking_numbers_count: 1,
      afe_number: "AFE-7",
      status: "Shipped",
      payment_status: "Not Paid",
      lines: 1234,
      taxful_total_price_value: "110.00",
      taxless_total_price_value: "100.00",
      tax: "10.00",
    });
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page).first()).toContainText("Yard 9");
    const cells = (await rows(page).first().getByRole("cell").allInnerTexts()).map((text) => text.trim());
    const date = cells.splice(COLUMNS.indexOf("Order Date"), 1);
    expect(date).toEqual([expect.stringMatching(/^[A-Z][a-z]{2} \d{2} \d{4} \d{1,2}:\d{2} [AP]M$/)]);
    expect(cells.slice(0, -1)).toEqual([
      ...["Yard 9", "Wells", "South", "Olga Orders", "Rita Requests", "AC-7", "PO-7", "1Z1", "AFE-7"],
      ...["Shipped", "Not Paid", "1,234", "$110.00"],
    ]);
  });

  test("a hierarchy company has location names and group columns instead of business unit and region (ORD-003, ORD-004, ORD-005, TABLE-035 partly)", async ({
    page,
  }) => {
    const lookups = new Map<string, string | null>();
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/\/(organization-groups|organization-nodes|sites)\/$/.test(pathname))
        lookups.set(pathname, searchParams.get("limit"));
    });
    await openSignedIn(page, "borealis-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    const names = (await headers(page).allInnerTexts()).map((name) => name.trim());
    expect(names.slice(0, 7)).toEqual([
      "Site",
      "Location Name",
      "Corporate",
      "Region",
      "Division",
      "Area",
      "Ordered By",
    ]);
    expect(names).not.toContain("Business Unit");
    expect(Object.fromEntries(lookups)).toEqual({
      "/api/company-hierarchy/organization-groups/": "100000000000",
      "/api/company-hierarchy/organization-nodes/": "100000000000",
      "/api/sites/": "100000000000",
    });
    await openFilter(page, "Division");
    await page.getByRole("checkbox", { name: "Yukon Division" }).check();
    await expect(page).toHaveURL(/group_\d+=Yukon(\+|%20)Division/);
    await expect
      .poll(async () => new Set(await column(page, "Division")))
      .toEqual(new Set(["Yukon Division"]));
  });

  test("a failed lookup of groups shows a toast, and the list is still shown (ORD-005, TABLE-029)", async ({
    page,
  }) => {
    for (const [lookup, words] of [
      ["organization-groups", "There has been an error fetching organization groups"],
      ["organization-nodes", "There has been an error fetching organization nodes"],
      ["sites", "There has been an error fetching available sites"],
    ]) {
      const address = new RegExp(`/api/(company-hierarchy/)?${lookup}/\\?`);
      await page.route(address, (route) => route.fulfill({ status: 400, json: {} }));
      // It closes by itself, so the wait begins before the page does.
      const told = page.getByRole("alert").filter({ hasText: words }).waitFor();
      await openSignedIn(page, "borealis-company.admin", "/orders");
      await told;
      await expect(rows(page)).toHaveCount(20);
      await page.unroute(address);
    }
  });

  test("a click on a header sorts the list, and the header shows the direction (TABLE-001, ORD-006)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    const header = headers(page).filter({ hasText: /^Total/ });
    for (const name of ["Site", "Order Date", "Total"])
      await expect(headers(page).getByRole("button", { name, exact: true }).locator("svg")).toBeVisible();
    const chevron = () =>
      header.getByRole("button", { name: "Total", exact: true }).locator("svg").innerHTML();
    const unsorted = await chevron();
    const total = header.getByRole("button", { name: "Total", exact: true });
    await total.click();
    await expect(header, "of amounts the largest first").toHaveAttribute("aria-sort", "descending");
    await total.click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL(/ordering=total/);
    const money = async () => (await column(page, "Total")).map((text) => Number(text.replace(/[$,]/g, "")));
    const upwards = await chevron();
    await expect.poll(async () => (await money())[0]).toBeLessThan(200);
    expect(await money()).toEqual((await money()).toSorted((a, b) => a - b));
    await header.getByRole("button", { name: "Total", exact: true }).click();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    expect(new Set([unsorted, upwards, await chevron()]).size).toBe(3);
    await expect.poll(async () => (await money())[0]).toBeGreaterThan(10_000);
    expect((await column(page, "Total"))[0]).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/);
    await expect(headers(page).filter({ hasText: "Tracking Numbers" }).getByRole("button")).toHaveCount(0);
  });

  test("select, text and calendar filters filter the list, are shown as chips and can be removed (TABLE-002, TABLE-006, TABLE-008, ORD-007, ORD-008, ORD-010)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await openFilter(page, "Status");
    await page.getByRole("checkbox", { name: "Rejected" }).check();
    await expect.poll(async () => new Set(await column(page, "Status"))).toEqual(new Set(["Rejected"]));
    // What others may have is not suggested: the call says which filters are in force.
    const suggesting = page.waitForRequest(/\/api\/orders\/suggestions\/\?/);
    await openFilter(page, "Site");
    const suggested = Object.fromEntries(new URL((await suggesting).url()).searchParams);
    expect(suggested).toEqual({ status: "Rejected", field: "site" });
    const first = page.getByRole("dialog", { name: "Filter Site" }).locator("label").first();
    const site = String(await first.textContent());
    await first.click();
    await expect.poll(async () => new Set(await column(page, "Site"))).toEqual(new Set([site]));
    expect(new Set(await column(page, "Status"))).toEqual(new Set(["Rejected"]));
    await page.getByRole("button", { name: "Filter Site (on)" }).click();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect(page).toHaveURL("/orders?status=Rejected");
    await openFilter(page, "Payment Status");
    const boxes = page.getByRole("dialog", { name: "Filter Payment Status" }).getByRole("checkbox");
    await expect(boxes).toHaveCount(3);
    for (const [at, name] of ["Paid", "Not Paid", "Partially Paid"].entries())
      await expect(boxes.nth(at)).toHaveAccessibleName(name);
    await page.keyboard.press("Escape");
    await openFilter(page, "Order Date");
    await expect(page.getByPlaceholder("Start")).toBeVisible();
    await page.getByPlaceholder("Start").fill("01/01/24");
    await page.getByPlaceholder("Start").press("Enter");
    await expect(page).toHaveURL(/orderDate_after=/);
    await page.getByPlaceholder("End").fill("12/31/30");
    await page.getByPlaceholder("End").press("Enter");
    await expect(page).toHaveURL(/orderDate_after=.*orderDate_before=/);
    await page.keyboard.press("Escape");
    const chips = page.getByRole("list", { name: "Active filters" });
    await expect(chips.getByRole("listitem").filter({ hasText: "Status: Rejected" })).toBeVisible();
    await chips.getByRole("button", { name: "Remove filter Status" }).press("Enter");
    await expect(page).not.toHaveURL(/status=/);
    await expect(page).toHaveURL(/orderDate_after=/);
    await expect(chips.getByRole("button", { name: "Remove filter Order Date" })).toBeFocused();
    await chips.getByRole("button", { name: "Clear all" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).not.toHaveURL(/orderDate/);
    await expect(page.getByText("Showing 1 - 20 of 2,400").first()).toBeVisible();
  });

  test("a text filter waits 400 ms while the user types, suggests values, and loses neither letters nor the focus (TABLE-005, ORD-010)", async ({
    page,
  }) => {
    await page.clock.install();
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    await openFilter(page, "Site");
    const field = page.getByRole("textbox", { name: "Site" });
    await expect(field).toBeFocused();
    const calls = asked(page);
    const sites = () => calls.map((url) => url.searchParams.get("site")).filter(Boolean);
    const options = page.getByRole("dialog", { name: "Filter Site" }).locator("label");
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    // From here on time stands still, whatever the machine is busy with.
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 5000));
    await field.pressSequentially("perm");
    // Those of before that do not hold it cannot be picked any more, though the new ones are not there yet.
    await expect(options.filter({ hasNotText: /perm/i })).toHaveCount(0);
    await page.clock.runFor(390);
    expect(sites()).toEqual([]);
    await page.clock.runFor(10);
    const soon = async () => {
      await page.clock.runFor(1); // what the wait sets off takes turns of its own
      return sites();
    };
    await expect.poll(soon).toEqual(["perm"]);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("perm");
    await page.clock.resume();
    await page.getByRole("checkbox", { name: "Permian Yard 4" }).check();
    await expect(page).toHaveURL(/site=%22Permian(\+|%20)Yard(\+|%20)4%22/);
  });

  test("the URL sets filters, dates, sorting and page, and Back and Forward restore them (TABLE-007, TABLE-024)", async ({
    page,
  }) => {
    await openSignedIn(
      page,
      "acme-company.admin",
      "/orders?status=Delivered&ordering=total&offset=40&nonsense=1",
    );
    await expect(page.getByText(/^Showing 41 - 60 of /).first()).toBeVisible();
    expect(new Set(await column(page, "Status"))).toEqual(new Set(["Delivered"]));
    const calls = asked(page);
    await pagerAbove(page).getByRole("button", { name: "Next" }).click();
    await expect(page.getByText(/^Showing 61 - 80 of /).first()).toBeVisible();
    expect(calls.some((url) => url.searchParams.get("offset") === "60")).toBe(true);
    await page.goBack();
    await expect(page.getByText(/^Showing 41 - 60 of /).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Showing 41 - 60 of /).first()).toBeVisible();
  });

  test("the pager has five page numbers, marks the first and last page, and shows a spinner while a page loads (TABLE-019, TABLE-023, TABLE-025)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?offset=1180");
    const pager = pagerAbove(page);
    const numbers = pager.getByRole("button", { name: /^Page / });
    await expect(numbers).toHaveText(["1", "59", "60", "61", "120"]);
    await expect(numbers.first()).toHaveAttribute("data-far", "true");
    await expect(numbers.last()).toHaveAttribute("data-far", "true");
    await expect(numbers.nth(1)).not.toHaveAttribute("data-far", "true");
    const border = (at: number) => numbers.nth(at).evaluate((button) => getComputedStyle(button).borderColor);
    expect(await border(0)).not.toBe(await border(1));
    expect(await border(4)).toBe(await border(0));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/orders\/\?.*offset=2380/, async (route) => {
      await held;
      await route.continue();
    });
    await numbers.last().click();
    await expect(pager.getByLabel("Loading")).toBeVisible();
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
    release();
    await expect(page.getByText("Showing 2,381 - 2,400 of 2,400").first()).toBeVisible();
    await expect(pager.getByLabel("Loading")).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled();
    await pager.getByRole("button", { name: "Previous" }).click();
    await expect(page.getByText("Showing 2,361 - 2,380 of 2,400").first()).toBeVisible();
    await expect(page).toHaveURL("/orders?offset=2360");
  });

  test("the list shows five placeholder rows while it loads, then the rows; an empty list shows a message (TABLE-009, TABLE-010, TABLE-011)", async ({
    page,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/orders\/(\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
    await openSignedIn(page, "cobalt-company.admin", "/orders");
    await expect(page.locator("tbody[data-placeholder] tr")).toHaveCount(5);
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
    release();
    await expect(page.getByRole("cell", { name: "There is no information to show." })).toBeVisible();
    await expect(page.locator("tbody[data-placeholder]")).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
  });

  test("a failed load shows an empty list and a toast that closes after 3 seconds, and is logged (ORD-024, ORD-025, SHELL-018)", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route(/\/api\/orders\/(\?|$)/, (route) =>
      route.fulfill({ status: 500, json: { detail: "x" } }),
    );
    // By the page's own clock: how soon this is noticed here depends on what else the machine does.
    await page.addInitScript(() =>
      new MutationObserver(() => {
        const isTold = document.querySelector("[role=alert]") !== null;
        const wasTold = performance.getEntriesByName("told").length > 0;
        if (isTold !== wasTold) performance.mark(isTold ? "told" : "gone");
      }).observe(document, { subtree: true, childList: true }),
    );
    await openSignedIn(page, "acme-company.admin", "/orders");
    const message = page.getByRole("alert").filter({ hasText: GENERIC });
    await expect(message).toBeVisible();
    await expect(page.getByRole("cell", { name: "There is no information to show." })).toBeVisible();
    await expect.poll(() => logged.some((text) => text.includes(GENERIC))).toBe(true);
    await expect(message).toBeHidden();
    const stood = await page.evaluate(() => performance.measure("stood", "told", "gone").duration);
    expect(stood).toBeGreaterThanOrEqual(3000);
  });

  test("long texts are cut after 30 characters and complete in a tooltip; a cell can be a link (TABLE-012, TABLE-013, TABLE-014)", async ({
    page,
  }) => {
    const long = "A".repeat(31);
    const just = "B".repeat(30);
    await withOrders(page, { po_number: long }, { po_number: just });
    await openSignedIn(page, "acme-company.admin", "/orders");
    const cells = rows(page);
    await expect(cells.nth(0)).toContainText(`${"A".repeat(30)}…`);
    await expect(cells.nth(0)).not.toContainText(long);
    await expect(cells.nth(1)).toContainText(just);
    await expect(cells.nth(1)).not.toContainText("…");
    await cells
      .nth(0)
      .getByText(`${"A".repeat(30)}…`)
      .hover();
    await expect(page.getByRole("tooltip")).toHaveText(long);
    const identifier = (await column(page, "Order"))[0] as string;
    await rows(page).first().getByRole("link", { name: identifier, exact: true }).click();
    await expect(page).toHaveURL(`/orders/${identifier}`);
  });

  test("the row actions View, See documents and Track order depend on permission and age of the order (ORD-012, ORD-013, ORD-014, ORD-015)", async ({
    page,
  }) => {
    await withOrders(
      page,
      { status: "Shipped", order_date: "2020-03-30T06:00:00.000Z" },
      { status: "Shipped", order_date: "2020-03-30T05:59:59.999Z" },
    );
    await openSignedIn(page, "acme-company.admin", "/orders");
    const actions = (at: number) => rows(page).nth(at).getByRole("cell").last();
    await expect(actions(0).getByRole("button", { name: /^Track order/ })).toBeVisible();
    await expect(actions(1).getByRole("button", { name: /^Track order/ })).toHaveCount(0);
    for (const [at, role, tooltip] of [
      [0, "button", "Track order"],
      [1, "link", "View"],
      [1, "link", "See documents"],
    ] as const) {
      const action = actions(at).getByRole(role, { name: new RegExp(`^${tooltip}`) });
      await expect(action.locator("svg")).toBeVisible();
      await action.hover();
      await expect(page.getByRole("tooltip", { name: tooltip, exact: true })).toBeVisible();
    }
    const identifier = (await column(page, "Order"))[1];
    await expect(actions(1).getByRole("link", { name: /^See documents/ })).toHaveAttribute(
      "href",
      `/orders/${identifier}/documents`,
    );
    await actions(1).getByRole("link", { name: /^View/ }).click();
    await expect(page).toHaveURL(`/orders/${identifier}`);
    expect(await page.evaluate(() => history.state.listReturn)).toMatchObject({
      action: "view",
      record: { identifier },
    });
  });

  test("without the tracking permission a row has only View and See documents (ORD-014)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-regular.user", "/orders?status=Shipped");
    await expect(rows(page).first()).toBeVisible();
    const identifier = (await column(page, "Order"))[0];
    const actions = rows(page).first().getByRole("cell").last();
    const names = await actions
      .locator("a, button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(names).toEqual([`View ${identifier}`, `See documents ${identifier}`]);
    await expect(page.getByRole("button", { name: /^Track order/ })).toHaveCount(0);
  });

  test("a row shows three tracking numbers and a link to all of them, which are loaded on demand and shown in two columns (ORD-016, ORD-017, ORD-018, SHELL-016)", async ({
    page,
  }) => {
    const numbers = ["N1", "N2", "N3", "N4", "N5"];
    await withOrders(
      page,
      { tracking_numbers: numbers.slice(0, 3), tracking_numbers_count: 5 },
      { tracking_numbers: numbers.slice(0, 3), tracking_numbers_count: 3 },
      { tracking_numbers: numbers.slice(0, 4), tracking_numbers_count: 4 },
    );
    const fetched: string[] = [];
    await page.route("**/tracking-numbers/", (route) => {
      fetched.push(route.request().url());
      return route.fulfill({ json: { results: numbers } });
    });
    await openSignedIn(page, "acme-company.admin", "/orders");
    const cell = rows(page).first();
    await expect(cell).toContainText("N3");
    const said = async () =>
      (await column(page, "Tracking Numbers")).slice(0, 3).map((text) => text.split(/\s*\n\s*/));
    expect(await said()).toEqual([["N1, N2, N3", "+ 2 more"], ["N1, N2, N3"], ["N1, N2, N3", "+ 1 more"]]);
    expect(fetched).toEqual([]);
    await cell.getByRole("button", { name: "+ 2 more" }).click();
    const dialog = page.getByRole("dialog");
    const columns = dialog.getByRole("list");
    await expect(columns.nth(0).getByRole("listitem")).toHaveText(["N1", "N2", "N3"]);
    await expect(columns.nth(1).getByRole("listitem")).toHaveText(["N4", "N5"]);
    await expect(page.locator(".modal-md")).toHaveCount(1);
    await dialog.getByText("Close", { exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(cell.getByRole("button", { name: "+ 2 more" })).toBeFocused();
  });

  test("empty numbers and statuses read N.A., dates are local (ORD-032, ORD-033, ORD-034, TABLE-040)", async ({
    browser,
  }) => {
    const context = await browser.newContext({ timezoneId: "America/Chicago" });
    const page = await context.newPage();
    await withOrders(page, {
      po_number: null,
      afe_number: null,
      payment_status: null,
      status: "",
      order_date: "2026-03-08T07:05:00.000Z",
      taxful_total_price_value: "1234567.50",
    });
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page).first()).toContainText("Mar 08 2026 1:05 AM");
    for (const label of ["PO", "AFE", "Status", "Payment Status"])
      expect((await column(page, label))[0]).toBe("N.A.");
    expect((await column(page, "Total"))[0]).toBe("$1,234,567.50");
    await context.close();
  });

  test("an export of an empty list shows a warning and saves no file (TABLE-032)", async ({ page }) => {
    let saved = false;
    page.on("download", () => {
      saved = true;
    });
    for (const [username, path] of [
      ["cobalt-company.admin", "/orders"],
      ["acme-company.admin", "/orders?site=no-such-site"],
      ["acme-company.admin", "/pending-approvals?site=no-such-site"],
    ] as const) {
      await switchUser(page, username, path);
      await expect(page.getByRole("cell", { name: /^There is no information to show\./ })).toBeVisible();
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page.getByText("No data to export"), `${path} of ${username}`).toBeVisible();
    }
    expect(saved).toBe(false);
  });

  test("a failed search shows its own message, and is logged (TABLE-037, ORD-021, ORD-025)", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    await page.route(/\/api\/orders\/\?.*search=AC-1(&|$)/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await page.getByRole("searchbox").fill("AC-1");
    const words = "There was an error searching the orders. Please try again later";
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: GENERIC })).toHaveCount(0);
    await expect.poll(() => logged.some((text) => text.includes(words))).toBe(true);
  });

  test("the exported file is readable, whatever texts an order contains (TABLE-030, TABLE-038)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?offset=0");
    await expect(rows(page)).toHaveCount(20);
    const numbers = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(100, "7"));
    await rewriteResponses<{ results: object[] }>(page.context(), /limit=100000000000/, (answer) => ({
      ...answer,
      results: answer.results.map((row, at) => ({
        ...row,
        ...(at === 0 && {
          po_number: "@x\uFFFEy\uFFFF\u0001",
          afe_number: "_x000D_ <&> ]]>",
          tracking_numbers: numbers,
        }),
      })),
    }));
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const archive = readFileSync(await (await saving).path());
    const files = textsIn(archive);
    expect([...files.keys()]).toContain("xl/worksheets/sheet1.xml");
    // The browser's parser is as strict as that of a spreadsheet program.
    const broken = await page.evaluate(
      (texts) =>
        texts.filter(([, xml]) => {
          const parsed = new DOMParser().parseFromString(xml, "application/xml");
          return parsed.getElementsByTagName("parsererror").length > 0;
        }),
      [...files].map(([path, xml]) => [path, xml] as const),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
    const { sheets } = await readXlsx(archive);
    const [header = [], first = []] = sheets[0]?.rows ?? [];
    const cell = (label: string) => String(first[header.indexOf(label)]);
    expect(cell("PO")).toBe("@x\uFFFDy\uFFFD\uFFFD");
    expect(cell("AFE")).toBe("_x000D_ <&> ]]>");
    expect(cell("Tracking Numbers")).toHaveLength(32_767);
  });

  test("an export that the server refuses shows the server's message; a failed one shows its own message, and is logged (TABLE-037, ORD-025)", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    const [status, detail] = errors["export.running"];
    let answer: object = { status, json: { detail, code: "export.running" } };
    await page.context().route(/limit=100000000000/, (route) => route.fulfill(answer));
    const words = "There was an error exporting the orders. Please try again later";
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByRole("status").filter({ hasText: detail })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    answer = { status: 500, json: {} };
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect.poll(() => logged.some((text) => text.includes(words))).toBe(true);
  });

  test("an export ends when its user signs out, and the next user gets their own (TABLE-030)", async ({
    page,
  }) => {
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    await openSignedIn(page, "acme-company.admin", "/orders", await newToken(page, "acme-company.admin"));
    await expect(rows(page)).toHaveCount(20);
    const release = await holdRequests(page, /limit=100000000000/);
    await page.getByRole("button", { name: "Export" }).click();
    const notice = page.getByRole("status").filter({ hasText: "The export has started" });
    await expect(notice).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    release();
    // Without a reload, which would end anything.
    await fillSignInForm(page, "acme-regular.user");
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("The export is ready.")).toBeVisible();
    await expect.poll(() => saved).toHaveLength(1);
  });
});
