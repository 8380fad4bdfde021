import { expect, type Page, test } from "@playwright/test";
import { navigateInPage, openSignedIn, sidebarOf, withAllColumns } from "./people.ts";
import { holdRequests, rewriteResponses, withCount } from "./responses.ts";

const LIST = /\/api\/orders\/(\?|$)/;
const rows = (page: Page) => page.locator("tbody tr");
const pagers = (page: Page) => page.getByRole("navigation", { name: /pages/ });
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const frameOf = (page: Page) => page.getByRole("region", { name: "Orders", exact: true });

test.beforeEach(({ page }) => withAllColumns(page));

test.describe("the shared table", () => {
  test("a list of 20 rows has no pagers, a list of 21 rows has two (TABLE-021)", async ({ page }) => {
    for (const [count, shown] of [
      [20, 0],
      [21, 2],
    ] as const) {
      await withCount(page, LIST, count);
      await openSignedIn(page, "acme-company.admin", "/orders");
      await expect(rows(page)).toHaveCount(20);
      await expect(pagers(page)).toHaveCount(shown);
    }
  });

  test("every list page has a pager above and below the table (TABLE-022)", async ({ page }) => {
    test.slow();
    await withCount(page, /\/api\/.*\/(\?|$)/, 45);
    const token = await openSignedIn(page, "borealis-company.admin", "/orders");
    const answer = await page.request.get("/api/orders/?limit=1", {
      headers: { authorization: `JWT ${token}` },
    });
    const [{ identifier }] = (await answer.json()).results;
    for (const [path, named] of [
      ["/orders", "Orders"],
      ["/sites", "Sites"],
      ["/alerts/configure", "Configure Rules"],
      ["/alerts", "Alerts"],
      ["/users", "Users"],
      ["/hierarchy", "Hierarchy"],
      ["/hierarchy/groups", "Groups"],
      ["/hierarchy/policies", "Custom Policies"],
      ["/pending-approvals", "Pending Approvals"],
      ["/documents", "Document Repository"],
      [`/orders/${identifier}/documents`, `Order ${identifier} Documents`],
    ] as const) {
      await navigateInPage(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(named);
      await expect(pagers(page), path).toHaveCount(2);
    }
  });

  test("the calendar shows one month and typed days as MM/DD/YY, and accepts one day as both ends (TABLE-003, TABLE-004)", async ({
    page,
  }) => {
    await openSignedIn(
      page,
      "acme-company.admin",
      "/orders?orderDate_after=2026-03-02&orderDate_before=2026-03-31",
    );
    await page.getByRole("button", { name: "Filter Order Date (on)" }).click();
    const dropdown = page.getByRole("dialog", { name: "Filter Order Date" });
    await expect(page.getByPlaceholder("Start")).toHaveValue("03/02/26");
    await expect(page.getByPlaceholder("End")).toHaveValue("03/31/26");
    await expect(dropdown.getByRole("table")).toHaveCount(1);
    const day = dropdown.getByRole("button", { name: "10 March 2026" });
    await day.click();
    await day.click();
    await expect(dropdown).toBeHidden();
    await expect(chips(page)).toContainText("Order Date: 03/10/26");
    const [after, before] = await page.evaluate(() => {
      const search = new URLSearchParams(location.search);
      return ["orderDate_after", "orderDate_before"].map((key) => {
        const moment = new Date(search.get(key) ?? "");
        return `${moment.getFullYear()}-${moment.getMonth() + 1}-${moment.getDate()} ${moment.getHours()}`;
      });
    });
    expect([after, before]).toEqual(["2026-3-10 0", "2026-3-10 23"]);
  });

  test("an invalid typed day stays in its field with an error until it is corrected; today is marked (TABLE-003)", async ({
    page,
  }) => {
    await page.clock.setFixedTime("2026-03-18T12:00:00"); // whatever day it becomes meanwhile
    await openSignedIn(page, "acme-company.admin", "/orders");
    await page.getByRole("button", { name: "Filter Order Date" }).click();
    const dropdown = page.getByRole("dialog", { name: "Filter Order Date" });
    await expect(dropdown.locator("[aria-current=date]")).toHaveText("18");
    const start = page.getByPlaceholder("Start");
    await start.fill("13/45/26");
    await start.press("Enter");
    await expect(start).toHaveValue("13/45/26");
    await expect(start).toHaveAttribute("aria-invalid", "true");
    await expect(start).toHaveAccessibleDescription("There is no such day. Type it as MM/DD/YY.");
    await expect(chips(page)).toHaveCount(0);
    await start.fill("12/31/25");
    await expect(start).not.toHaveAttribute("aria-invalid");
    await start.press("Enter");
    await expect(chips(page)).toContainText("Order Date: from 12/31/25");
  });

  test("a list that is sorted by a hidden column shows the sorting in a chip that removes it", async ({
    page,
  }) => {
    await page.route("**/preferences/**", (route) => route.fulfill({ json: { value: ["-region"] } }));
    await openSignedIn(page, "acme-company.admin", "/orders?ordering=-region&status=Shipped");
    await expect(page.getByText("Sorted by Region, Z to A")).toBeVisible();
    await page.getByRole("button", { name: "Remove sorting by Region" }).click();
    await expect(page).toHaveURL(/\/orders\?status=Shipped$/);
    await expect(page.getByText("Sorted by")).toHaveCount(0);
    await expect(chips(page)).toContainText("Status: Shipped");
  });

  test("Back from a search or a typed filter leads to the list before typing (TABLE-007)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/");
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole("searchbox").fill("AC-1");
    await expect(page).toHaveURL("/orders?search=AC-1");
    await page.getByRole("searchbox").fill("AC-10");
    await expect(page).toHaveURL("/orders?search=AC-10");
    await page.goBack();
    await expect(page).toHaveURL("/orders");
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await page.goForward();
    await expect(page).toHaveURL("/orders?search=AC-10");
    await page.goBack();
    await page.getByRole("button", { name: "Filter Site" }).click();
    await expect(page.getByRole("textbox", { name: "Site" })).toBeFocused();
    await page.keyboard.type("permian");
    await expect(page).toHaveURL("/orders?site=permian");
    await page.getByRole("checkbox", { name: "Permian Yard 4" }).check();
    await expect(page).toHaveURL(/site=%22Permian/);
    await page.goBack();
    await expect(page).toHaveURL("/orders");
  });

  test("a filter of a column that the user does not have is shown and can be removed (TABLE-006, TABLE-007)", async ({
    page,
  }) => {
    await openSignedIn(page, "borealis-company.admin", "/orders?business_unit=zzz&group_999=x");
    // There is no such group: the server refuses it, and the page says so.
    await expect(
      page.getByText("The filter Organization group: x is not known and was left out."),
    ).toBeVisible();
    await expect(page.getByRole("cell", { name: /There is no information to show\./ })).toBeVisible();
    await expect(chips(page)).toContainText("Business Unit: zzz");
    await expect(chips(page)).not.toContainText("Organization group");
    await chips(page).getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/orders");
    await expect(rows(page)).toHaveCount(20);
  });

  test("a filter with an invalid value shows a toast and is removed from the URL, the other filters stay (TABLE-007)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?status=Bogus&site=Permian&offset=20");
    await expect(page.getByText("The filter Status: Bogus is not known and was left out.")).toBeVisible();
    await expect(page).toHaveURL("/orders?site=Permian&offset=20");
    await expect(chips(page)).toContainText("Site: Permian");
  });

  test("a page that cannot be loaded shows an error until it can, keeps the pager usable, and then loads by itself (ORD-024, ORD-025)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders?offset=20");
    await expect(rows(page)).toHaveCount(20);
    let isDown = true;
    await page.route(/\/api\/orders\/\?.*offset=60/, (route) =>
      isDown ? route.fulfill({ status: 503, json: { detail: "x" } }) : route.continue(),
    );
    await pagers(page).first().getByRole("button", { name: "Page 4" }).click();
    const told = page.getByRole("cell", { name: /There was an error loading the orders/ });
    await expect(told).toContainText("There is no information to show.");
    await expect(page.getByRole("alert")).toHaveCount(0); // the message has gone, the words stay
    await expect(told).toBeVisible();
    await expect(pagers(page)).toHaveCount(2);
    isDown = false;
    await expect(page.getByText("Showing 61 - 80 of 2,400").first()).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
  });

  test("three presses of Next on a slow connection move three pages (TABLE-019, TABLE-024)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    const release = await holdRequests(page, /\/api\/orders\/\?.*offset=[1-9]/);
    const next = pagers(page).first().getByRole("button", { name: "Next" });
    for (const offset of [20, 40, 60]) {
      await next.click();
      await expect(page).toHaveURL(`/orders?offset=${offset}`);
    }
    release();
    await expect(page.getByText("Showing 61 - 80 of 2,400").first()).toBeVisible();
  });

  test("on a phone the buttons of the pager fit on one line, even with page numbers of four digits", async ({
    page,
  }) => {
    await withCount(page, LIST, 199_980);
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, "acme-company.admin", `/orders?offset=${20 * 8_887}`);
    const buttons = pagers(page).first().getByRole("button");
    await expect(buttons).toHaveText(["Previous", "1", "8,887", "8,888", "8,889", "9,999", "Next"]);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const lines = () =>
        buttons.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
      await expect.poll(lines, { message: `${width} px` }).toBe(1);
    }
  });

  test("a URL beyond the end of a list that is longer than its count leads to the last page (TABLE-018, TABLE-024)", async ({
    page,
  }) => {
    // As if only a thousand were counted, and more rows had been there when the last page was read.
    await rewriteResponses<{ results: object[] }>(page, LIST, (answer, url) => {
      url.searchParams.set("offset", String(Number(url.searchParams.get("offset")) + 20));
      return {
        ...answer,
        count: 1_000,
        count_is_capped: true,
        next: answer.results.length ? url.href : null,
      };
    });
    await openSignedIn(page, "acme-company.admin", "/orders?offset=2380");
    const words = page.getByText("Showing 2,381 - 2,400 of 2,400+").first();
    await expect(words).toBeVisible();
    const wentBehind = page.waitForURL(/offset=2400/);
    await pagers(page).first().getByRole("button", { name: "Next" }).click();
    await wentBehind;
    await expect(page).toHaveURL("/orders?offset=2380");
    await expect(words).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    // Nobody knows where the end is: the last page that was counted.
    await page.goto("/orders?offset=90000");
    await expect(page).toHaveURL("/orders?offset=980");
    await expect(rows(page)).toHaveCount(20);
  });

  test("Reorganize Columns is one list with check boxes, ordered by its buttons, by keys and by dragging; the identifying column stays, and the others can be restored (TABLE-015, TABLE-016, LIST-016, WORK-015)", async ({
    page,
  }) => {
    let stored: string[] | null = ["@all"];
    await page.route("**/preferences/columns**", (route) =>
      route.fulfill({ json: route.request().method() === "GET" ? { value: stored } : {} }),
    );
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole("button", { name: "Reorganize Columns" }).click();
    const dialog = page.getByRole("dialog", { name: "Reorganize Columns" });
    const entries = (name: string) =>
      dialog.getByRole("list", { name }).getByRole("listitem").allInnerTexts();
    const shown = async () => (await entries("Shown")).slice(0, 4);
    const box = (name: string) => dialog.getByRole("checkbox", { name, exact: true });
    const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
    await expect.poll(shown).toEqual(["Site", "Business Unit", "Region", "Ordered By"]);
    await box("Business Unit").focus();
    await press("Move down");
    await expect.poll(shown).toEqual(["Site", "Region", "Business Unit", "Ordered By"]);
    await press("Move up");
    await expect.poll(shown).toEqual(["Site", "Business Unit", "Region", "Ordered By"]);
    const pressWithEnter = async (name: string) => {
      const button = dialog.getByRole("button", { name, exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
      return button;
    };
    await pressWithEnter("Remove");
    await expect.poll(shown).toEqual(["Site", "Region", "Ordered By", "Requested By"]);
    await expect.poll(() => entries("Hidden")).toEqual(["Waiting For", "Business Unit"]);
    await box("Business Unit").focus();
    const add = await pressWithEnter("Add");
    await expect.poll(async () => (await entries("Shown")).at(-1)).toBe("Business Unit");
    await expect(add, "for the next one").toBeFocused();

    // By keyboard alone: the arrows go through the list, with Alt they move the column, the space bar checks it.
    await box("Site").focus();
    await page.keyboard.press("ArrowDown");
    await expect(box("Region")).toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(shown).toEqual(["Region", "Site", "Ordered By", "Requested By"]);
    await expect(box("Region")).toBeFocused();
    await expect(dialog.getByRole("status")).toHaveText("Region is column 1 of 14.");
    await page.keyboard.press("Space");
    await expect.poll(() => entries("Hidden")).toEqual(["Waiting For", "Region"]);
    await expect(box("Site"), "the next one").toBeFocused();
    await box("Region").check();
    await expect.poll(async () => (await entries("Shown")).at(-1)).toBe("Region");

    // By dragging the handle of a column to the middle of another one, and below it.
    const middle = async (name: string) => {
      const bounds = await dialog
        .getByRole("listitem")
        .filter({ has: box(name) })
        .boundingBox();
      if (!bounds) throw new Error(`no ${name}`);
      return { x: bounds.x + 14, y: bounds.y + bounds.height / 2 };
    };
    const [from, to] = [await middle("Site"), await middle("Requested By")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 4, { steps: 5 });
    await page.mouse.up();
    await expect.poll(shown).toEqual(["Ordered By", "Requested By", "Site", "Order"]);
    await dialog.getByRole("button", { name: "Restore standard columns" }).click();
    await expect.poll(shown).toEqual(["Site", "Business Unit", "Region", "Ordered By"]);
    await box("Business Unit").uncheck();
    await box("Business Unit").check();
    await dialog.getByText("Close", { exact: true }).click();
    await expect(dialog).toBeHidden();
    const names = async () =>
      (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
    await expect
      .poll(async () => [(await names())[1], (await names()).at(-2)])
      .toEqual(["Region", "Business Unit"]);

    await page.getByRole("button", { name: "Reorganize Columns" }).click();
    await box("Order").focus();
    await expect(dialog.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
    await page.keyboard.press("Space");
    await expect(box("Order")).toBeChecked();
    await press("Remove all");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(names, "the order's own number stays").toEqual(["Order", "Actions"]);
    await page.getByRole("button", { name: "Restore standard columns" }).click();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["Site", "Business Unit"]);

    // A link brings its own columns, through filters and a reload, until one wants one's own again.
    await page.goto("/orders?columns=total,identifier");
    await expect.poll(names).toEqual(["Total", "Order", "Actions"]);
    await page.getByRole("button", { name: "Total", exact: true }).click();
    await expect(page).toHaveURL("/orders?columns=total%2Cidentifier&ordering=-total");
    await page.reload();
    await expect.poll(names).toEqual(["Total", "Order", "Actions"]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Show your own columns" }).click();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["Site", "Business Unit"]);
    await page.getByRole("button", { name: "Reorganize Columns" }).click();
    await dialog.getByRole("button", { name: "Copy link with these columns" }).click();
    await expect(page.getByText("The link was copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/orders\?ordering=-total&columns=site%2Cbusiness_unit%2C/,
    );

    // Put away when every column still could be.
    stored = [
      ...["site", "business_unit", "region", "ordered_by", "requested_by", "identifier", "po_number"],
      ...["tracking_numbers", "afe_number", "status", "payment_status", "orderDate", "lines", "total"],
    ].map((id) => `-${id}`);
    await page.goto("/orders");
    await expect(page.getByRole("cell", { name: /^No columns are shown\./ })).toBeVisible();
    await page.getByRole("button", { name: "Restore standard columns" }).click();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["Site", "Business Unit"]);
  });

  test("a tooltip also opens on focus, describes its element, and closes with Escape or when the element is removed", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    const view = rows(page).first().getByRole("link", { name: /^View/ });
    const tooltip = page.getByRole("tooltip");
    await view.focus();
    await expect(tooltip).toHaveText("View");
    await expect(view).toHaveAccessibleDescription("View");
    await page.keyboard.press("Escape");
    await expect(tooltip).toHaveCount(0);
    await expect(view).not.toHaveAttribute("aria-describedby");
    await page.keyboard.press("Tab");
    await expect(tooltip).toHaveText("See documents");
    await view.hover();
    await expect(tooltip).toHaveText("View");
    await view.evaluate((element) => element.remove());
    await expect(tooltip).toHaveCount(0);
  });

  test("the table shows a shadow where columns are hidden under pinned ones, and none when all columns fit", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1800, height: 900 });
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    const shades = () =>
      frameOf(page).evaluate((frame) =>
        ["::before", "::after"].map((side) => Number(getComputedStyle(frame, side).opacity) > 0.9),
      );
    const scrollTo = (left: number) =>
      frameOf(page).evaluate((frame, to) => frame.scrollTo({ left: to }), left);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(shades).toEqual([false, true]);
    await scrollTo(40);
    await expect.poll(shades).toEqual([true, true]);
    await scrollTo(5_000);
    await expect.poll(shades).toEqual([true, false]);
    await page.goto("/orders?columns=site,identifier,total");
    await expect(rows(page)).toHaveCount(20);
    await expect.poll(shades).toEqual([false, false]);
  });

  test("in a large window only the rows scroll; scroll bars and pagers stay in view", async ({ page }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(rows(page)).toHaveCount(20);
    const release = await holdRequests(page, LIST);
    await page.reload();
    await expect(page.locator("tbody[data-placeholder]")).toBeVisible();
    const places = () =>
      frameOf(page).evaluate((frame) => [
        frame.getBoundingClientRect().top,
        ...[...frame.querySelectorAll("th")].map((head) => head.getBoundingClientRect().width),
      ]);
    const before = await places();
    /** Widths follow what the columns hold: a longer number may take a few pixels more. */
    const moved = async () =>
      Math.max(...(await places()).map((now, at) => Math.abs(now - (before[at] ?? 0))));
    release();
    await expect(rows(page)).toHaveCount(20);
    expect(await moved(), "nothing moves when the rows come").toBeLessThanOrEqual(4);
    const scrolls = await frameOf(page).evaluate((frame) => [
      document.documentElement.scrollHeight > innerHeight,
      frame.scrollHeight > frame.clientHeight,
      frame.getBoundingClientRect().bottom < innerHeight,
    ]);
    expect(scrolls).toEqual([false, true, true]);
    await page.getByRole("button", { name: "Filter Status" }).click();
    await page.getByRole("checkbox", { name: "Shipped", exact: true }).check();
    await expect(chips(page)).toContainText("Status: Shipped");
    await expect(page.getByText(/of 2,400/)).toHaveCount(0);
    expect((await places())[0], "nor does the table with a filter").toBe(before[0]);
  });

  test("a click on a row opens its record; selecting its text or a click with a modifier key does not", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    const site = rows(page).first().getByRole("cell").first();
    await site.click({ modifiers: ["ControlOrMeta"] });
    const box = await site.boundingBox();
    if (!box) throw new Error("no cell");
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe("");
    await expect(page).toHaveURL("/orders");
    const name = await rows(page).first().getByRole("link").first().textContent();
    await site.click({ position: { x: box.width - 4, y: 4 } });
    await expect(page).toHaveURL(`/orders/${name}`);
  });
});
