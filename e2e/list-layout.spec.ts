import { expect, type Locator, type Page, test } from "@playwright/test";
import { navigateInPage, openSignedIn, switchUser, withAllColumns, withColumns } from "./people.ts";

const frameOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The names of the columns that are wholly in view, beside what is pinned, without scrolling sideways. */
const columnsInView = (page: Page, name: string) =>
  frameOf(page, name).evaluate((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    const heads = [...frame.querySelectorAll("th")];
    const isSeen = (head: Element) => {
      const box = head.getBoundingClientRect();
      const y = box.top + box.height / 2;
      const at = (x: number) => document.elementFromPoint(x, y)?.closest("th") === head;
      return box.left >= left && box.right <= right + 1 && at(box.left + 3) && at(box.right - 3);
    };
    return heads.filter(isSeen).map((head) => head.textContent?.trim());
  });

const rowHeights = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);

/** The texts of cells and tags that are cut. */
const cutIn = (page: Page) =>
  page.locator("[data-row]").evaluateAll((rows) =>
    rows.flatMap((row) =>
      [...row.querySelectorAll<HTMLElement>("td:not(:has(button)), [data-tone]")]
        .filter((cell) => {
          const around = cell.closest("td, li")?.getBoundingClientRect();
          const box = cell.getBoundingClientRect();
          return cell.scrollWidth > cell.clientWidth || (around && box.right > around.right + 0.5);
        })
        .map((cell) => cell.textContent),
    ),
  );
const cutTags = (page: Page) =>
  page.locator("[data-row] [data-tone]").evaluateAll((tags) =>
    tags
      .filter((tag) => {
        const around = tag.closest("td, li")?.getBoundingClientRect();
        const { right, bottom } = tag.getBoundingClientRect();
        const isOut = around && (right > around.right + 0.5 || bottom > around.bottom + 0.5);
        return isOut || tag.scrollWidth > tag.clientWidth || tag.scrollHeight > tag.clientHeight;
      })
      .map((tag) => tag.textContent),
  );

/** How many lines the things inside an element take. */
const linesIn = (around: Locator) =>
  around.evaluate(
    ({ children }) =>
      new Set(
        [...children]
          .map((child) => child.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top, height }) => Math.round(top + height / 2)),
      ).size,
  );

const ESSENTIALS = ["Order", "Site", "Status", "Waiting For", "Order Date", "Total", "Actions"];
const viewButton = (page: Page, name: string) => page.getByRole("button", { name: `View: ${name}` });

test.describe("the first screen of a list", () => {
  test("orders open with what people decide by in view and nothing cut, with and without a hierarchy; one click shows all columns, which scroll beside the first one, and where they fit they are shown at once (LIST-003, LIST-004, WORK-001)", async ({
    page,
    browser,
  }) => {
    for (const username of ["acme-company.admin", "borealis-company.admin"]) {
      const own = username.startsWith("acme") ? page : await (await browser.newContext()).newPage();
      await withColumns(own, null);
      await openSignedIn(own, username, "/orders");
      await expect(own.locator("tbody tr")).toHaveCount(20);
      await expect.poll(() => columnsInView(own, "Orders"), username).toEqual(ESSENTIALS);
      expect(await cutIn(own), username).toEqual([]);
      await expect(viewButton(own, "Essentials")).toBeVisible();
      await expect(own).toHaveURL("/orders");
      if (own !== page) {
        await navigateInPage(own, "/documents");
        await expect(viewButton(own, "Essentials")).toBeVisible();
        await expect
          .poll(() => columnsInView(own, "Documents"))
          .toEqual(["Select", "Name", "Document Type", "Order", "Site", "Document Date", "Actions"]);
        await own.context().close();
      }
    }
    await page.setViewportSize({ width: 1920, height: 900 });
    await expect.poll(() => columnsInView(page, "Orders")).toEqual(ESSENTIALS);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Show all columns" }).click();
    await expect(viewButton(page, "All columns")).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveCount(15);
    await expect(page).toHaveURL("/orders");
    expect(await cutTags(page)).toEqual([]);
    const frame = frameOf(page, "Orders");
    await frame.evaluate((element) => element.scrollTo({ left: 5_000 }));
    const inView = await columnsInView(page, "Orders");
    expect([inView[0], ...inView.slice(-2)]).toEqual(["Site", "Total", "Actions"]);

    await page.setViewportSize({ width: 2560, height: 900 });
    await withColumns(page, null);
    await page.goto("/orders?status=Processing");
    await expect(viewButton(page, "All columns")).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveCount(15);
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test("no status is cut in any list, at any width (WORK-002)", async ({ page }) => {
    await withAllColumns(page);
    await openSignedIn(page, "acme-site.approver", "/orders");
    for (const path of ["/orders", "/pending-approvals", "/documents", "/users"]) {
      if (path === "/users") await switchUser(page, "acme-company.admin", path);
      else await navigateInPage(page, path);
      for (const width of [2560, 1920, 1440, 1024, 800, 390, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.locator("[data-row] [data-tone]").first(), path).toBeVisible();
        await expect.poll(() => cutTags(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });

  test("on a phone the first record of every list is in view, and what is done with several appears with the first one that is selected (WORK-018)", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Rules begin with those in words.
    const firstOf = (path: string) =>
      page.locator(path === "/alerts/configure" ? "main section li" : "main li[data-row]").first();
    const lists: Readonly<Record<string, readonly string[]>> = {
      "acme-company.admin": [
        ...["/orders", "/documents", "/sites", "/users", "/alerts", "/alerts/configure"],
        "/configuration/roles",
      ],
      "borealis-company.admin": ["/hierarchy", "/hierarchy/groups", "/pending-approvals", "/orders"],
      "acme-site.approver": ["/pending-approvals"],
    };
    for (const [username, paths] of Object.entries(lists)) {
      if (username === "acme-company.admin") await openSignedIn(page, username, paths[0]);
      else await switchUser(page, username, paths[0] ?? "");
      for (const path of paths) {
        await navigateInPage(page, path);
        await expect(firstOf(path), `${username} ${path}`).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }
    }
    await expect(page.getByText("Clear selection")).toHaveCount(0);
    await page
      .getByRole("checkbox", { name: /^Select AC-/ })
      .first()
      .check();
    await expect(page.getByRole("button", { name: "Approve 1", exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("1 selected")).toBeInViewport();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect(page.getByText("Clear selection")).toHaveCount(0);
  });

  test("on a phone the actions of a company stand on one line", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, "platform.admin", "/");
    const actions = page
      .getByRole("link", { name: /^Upload Sites/ })
      .first()
      .locator("..");
    await expect(actions.getByRole("link")).toHaveText(["Edit", "Upload Nodes", "Upload Sites"]);
    await expect.poll(() => linesIn(actions)).toBe(1);
  });

  test("all rows have the same height, 36 or 44 px (LIST-001 partly)", async ({ page }) => {
    // Nobody else's lists become higher.
    await page.route(/\/preferences\/density/, (route) =>
      route.fulfill({ json: route.request().method() === "GET" ? { value: null } : {} }),
    );
    await withAllColumns(page);
    await openSignedIn(page, "acme-company.admin", "/orders?status=Shipped");
    await expect(page.locator("tbody tr")).toHaveCount(20);
    await expect(page.getByRole("button", { name: /more tracking numbers/ }).first()).toBeAttached();
    expect(await rowHeights(page)).toEqual([36]);
    await page.getByRole("button", { name: "Switch to comfortable rows" }).click();
    await expect.poll(() => rowHeights(page)).toEqual([44]);
  });

  test("the total and the approval status are visible next to Approve and Reject; on a phone, on the card (LIST-005)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-site.approver", "/pending-approvals");
    await expect(page.getByRole("button", { name: /^Approve/ }).first()).toBeVisible();
    for (const width of [1440, 1100, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => columnsInView(page, "Pending Approvals"), `${width} px`)
        .toEqual(expect.arrayContaining(["Total", "Approval Status", "Actions"]));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.locator("main li", { has: page.getByRole("button", { name: /^Approve/ }) }).first();
    await card.getByRole("button", { name: /^Reject/ }).scrollIntoViewIfNeeded();
    await expect(card.getByText(/^\$[\d,]+\.\d\d$/)).toBeInViewport({ ratio: 1 });
    await expect(card.getByText("Waiting for you")).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole("button", { name: /^Approve/ })).toBeInViewport({ ratio: 1 });
  });

  test("on a phone every list shows cards with name, status, site, date, amount and actions of the record (LIST-006)", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, "acme-company.admin", "/documents");
    const day = /[A-Z][a-z]{2} \d\d \d{4}/;
    const amount = /\$[\d,]+\.\d\d/;
    const identifier = await page
      .locator("main li")
      .getByRole("link", { name: /^AC-/ })
      .first()
      .textContent();
    const lists: [path: string, on: readonly (string | RegExp)[], action: string | undefined][] = [
      ["/orders", [/AC-\d+/, day, amount, "Rig"], "View"],
      ["/pending-approvals", [/AC-\d+/, day, amount, "Current Required Approval"], undefined],
      ["/documents", [/\.pdf/, day, /AC-\d+/], "Download"],
      [`/orders/${identifier}/documents`, [/\.pdf/, day], "Download"],
      ["/sites", ["Rig"], undefined],
      ["/configuration/roles", ["Approver"], "Edit"],
      ["/configuration/approvals", ["Approver"], "Edit"],
    ];
    for (const [path, words, action] of lists) {
      await navigateInPage(page, path);
      const cards = page.locator("main li", { hasText: words[0] });
      await expect(cards.first(), path).toBeVisible();
      await expect(page.getByRole("table"), path).toHaveCount(0);
      const card = cards.filter({ hasText: words.at(-1) }).first();
      for (const word of words) await expect(card, path).toContainText(word);
      if (action) await expect(card.getByText(action, { exact: true })).toBeVisible();
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWider, path).toBe(false);
    }
  });
});
