import { expect, type Page, test } from "@playwright/test";
import { navigateInPage, openSignedIn, withAllColumns } from "./people.ts";
import { holdRequests, withCount } from "./responses.ts";

const LIST = /\/api\/orders\/(\?|$)/;
const rows = (page: Page) => page.locator("tbody tr");
const pagers = (page: Page) => page.getByRole("navigation", { name: /pages/ });
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const frameOf = (page: Page) => page.getByRole("region", { name: "Orders", exact: true });

test.beforeEach(({ page }) => withAllColumns(page));

test("in a large window only the rows scroll, and nothing moves when they come; a shadow is where columns are hidden under pinned ones", async ({
  page,
}) => {
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
  const moved = async () => Math.max(...(await places()).map((now, at) => Math.abs(now - (before[at] ?? 0))));
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
  await page.keyboard.press("Escape");

  const shades = () =>
    frameOf(page).evaluate((frame) =>
      ["::before", "::after"].map((side) => Number(getComputedStyle(frame, side).opacity) > 0.9),
    );
  const scrollTo = (left: number) =>
    frameOf(page).evaluate((frame, to) => frame.scrollTo({ left: to }), left);
  for (const width of [1800, 1440]) await page.setViewportSize({ width, height: 900 });
  await scrollTo(0);
  await expect.poll(shades).toEqual([false, true]);
  await scrollTo(40);
  await expect.poll(shades).toEqual([true, true]);
  await scrollTo(5_000);
  await expect.poll(shades).toEqual([true, false]);
  await navigateInPage(page, "/orders?columns=site,identifier,total");
  await expect(page.getByRole("columnheader")).toHaveCount(4);
  await expect.poll(shades).toEqual([false, false]);
});

test("a column is dragged to its place, a link with the columns is copied, a tooltip also opens on focus, and a click on a row opens its record (TABLE-015, LIST-016, WORK-015)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/orders?columns=total,identifier");
  await expect(rows(page)).toHaveCount(20);
  const names = async () => (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
  expect(await names()).toEqual(["Total", "Order", "Actions"]);

  await test.step("one's own columns", async () => {
    await page.getByRole("button", { name: "Reorganize Columns" }).click();
    const dialog = page.getByRole("dialog", { name: "Reorganize Columns" });
    const shown = async () =>
      (await dialog.getByRole("list", { name: "Shown" }).getByRole("listitem").allInnerTexts()).slice(0, 4);
    await expect.poll(shown).toEqual(["Site", "Business Unit", "Region", "Ordered By"]);
    await expect.poll(async () => (await names())[0], "not those of the link any more").toBe("Site");
    // By dragging the handle of a column to the middle of another one, and below it.
    const middle = async (name: string) => {
      const box = page.getByRole("checkbox", { name, exact: true });
      const bounds = await dialog.getByRole("listitem").filter({ has: box }).boundingBox();
      if (!bounds) throw new Error(`no ${name}`);
      return { x: bounds.x + 14, y: bounds.y + bounds.height / 2 };
    };
    const [from, to] = [await middle("Site"), await middle("Region")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 4, { steps: 5 });
    await page.mouse.up();
    await expect.poll(shown).toEqual(["Business Unit", "Region", "Site", "Ordered By"]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy link with these columns" }).click();
    await expect(page.getByText("The link was copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/orders\?columns=business_unit%2Cregion%2Csite%2C/,
    );
    await dialog.getByText("Close", { exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(["Business Unit", "Region", "Site"]);
  });

  await test.step("a tooltip describes its element, and closes with Escape or when the element is removed", async () => {
    const view = rows(page).last().getByRole("link", { name: /^View/ });
    const tooltip = page.getByRole("tooltip");
    await page.keyboard.press("Tab"); // from now on by keyboard: after a click, focus alone opens none
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

  await test.step("selecting its text or a click with a modifier key does not open a record", async () => {
    const cell = rows(page).first().getByRole("cell").first();
    await cell.click({ modifiers: ["ControlOrMeta"] });
    const box = await cell.boundingBox();
    if (!box) throw new Error("no cell");
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe("");
    await expect(page).toHaveURL("/orders");
    const name = await rows(page).first().getByRole("link").first().textContent();
    await cell.click({ position: { x: box.width - 4, y: 4 } });
    await expect(page).toHaveURL(`/orders/${name}`);
  });
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
