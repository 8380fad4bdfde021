import { expect, type Page, test } from "@playwright/test";
import { navigateInPage, openSignedIn } from "./people.ts";

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

const UP_TO_STATUS = [
  ...["Site", "Business Unit", "Region", "Ordered By", "Requested By"],
  ...["Order", "PO", "Tracking Numbers", "AFE", "Status"],
];

test.describe("the first screen of a list", () => {
  test("the orders list shows every column up to Status at 1440 px and all columns at 1920 px (LIST-003, LIST-004)", async ({
    page,
  }) => {
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(page.locator("tbody tr")).toHaveCount(20);
    expect(await columnsInView(page, "Orders")).toEqual(expect.arrayContaining(UP_TO_STATUS));
    await page.getByRole("button", { name: /sidebar/ }).click();
    await expect
      .poll(() => columnsInView(page, "Orders"), "with the sidebar collapsed")
      .toEqual(expect.arrayContaining([...UP_TO_STATUS, "Payment Status", "Order Date"]));
    await page.getByRole("button", { name: /sidebar/ }).click();
    await page.setViewportSize({ width: 1920, height: 900 });
    await expect
      .poll(() => columnsInView(page, "Orders"))
      .toEqual([...UP_TO_STATUS, "Payment Status", "Order Date", "Lines", "Total", "Actions"]);
  });

  test("all rows have the same height, 36 or 44 px (LIST-001 partly)", async ({ page }) => {
    // Nobody else's lists become higher.
    await page.route(/\/preferences\/density/, (route) =>
      route.fulfill({ json: route.request().method() === "GET" ? { value: null } : {} }),
    );
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
