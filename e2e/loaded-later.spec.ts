import { expect, type Page, test } from "@playwright/test";
import { openSignedIn } from "./people.ts";
import { holdRequests } from "./responses.ts";

const MODAL = /\/assets\/modal-[^/]*\.js(\?|$)/;
const FILTERS = /\/assets\/filter-panel-[^/]*\.js(\?|$)/;
const TOASTS = /\/assets\/toast-area-[^/]*\.js(\?|$)/;
/** What a list loads last by itself: with it, it is at rest. */
const placeOfMessages = (page: Page) => page.locator(".mantine-Notifications-root").first();

/** Alerts of orders that arrive meanwhile are toasts too. */
const failureToast = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "There was an error. Please try again later" });

/** What the first screen does without comes afterwards, and whoever is quicker loses nothing. */
test.describe("code that is loaded later", () => {
  test("the code of toasts loads when the page is idle, the code of dialogs with the first interaction, that of the menu of a narrow window only there", async ({
    page,
  }) => {
    const [dialogs, menu]: [string[], string[]] = [[], []];
    page.on("request", (request) => MODAL.test(request.url()) && dialogs.push(request.url()));
    page.on("request", (request) => request.url().includes("narrow-sidebar") && menu.push(request.url()));
    const messages = page.waitForRequest(TOASTS);
    await openSignedIn(page, "acme-company.admin", "/orders");
    await messages;
    await expect(placeOfMessages(page)).toBeAttached();
    expect(dialogs).toEqual([]);
    const dialog = page.waitForRequest(MODAL);
    await page.mouse.move(200, 200);
    await dialog;
    expect(menu).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open sidebar" }).click();
    // It opens over the page, and closes when a page is chosen.
    const drawer = page.getByRole("dialog", { name: "Main" });
    await expect(drawer).toBeVisible();
    await drawer.getByRole("link", { name: "Alerts" }).click();
    await expect(page).toHaveURL("/alerts");
    await expect(drawer).toBeHidden();
  });

  test("while the code of a page loads, the shell is there with a skeleton", async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/companies-page-[^/]*\.js(\?|$)/);
    await openSignedIn(page, "platform.admin");
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    const loading = page.getByRole("main").getByRole("status").filter({ hasText: "Loading" });
    await expect(loading).toHaveText("Loading");
    await expect(page.getByRole("main").locator(".mantine-Skeleton-root").first()).toBeVisible();
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("MCC Admin");
    await expect(loading).toHaveCount(0);
  });

  test("a dialog or a filter that cannot be loaded shows a toast, and the page stays usable: a filter opens with the next press, a date filter by keyboard with its calendar (TABLE-003)", async ({
    page,
  }) => {
    let isAway = true;
    await page.route(MODAL, (route) => route.abort());
    await page.route(FILTERS, (route) => (isAway ? route.abort() : route.continue()));
    await openSignedIn(page, "acme-company.admin", "/orders");
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await page.getByRole("button", { name: "Reorganize Columns" }).click();
    await expect(failureToast(page)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
    await failureToast(page).getByRole("button", { name: "Close" }).click();
    await expect(failureToast(page)).toHaveCount(0);

    const filter = page.getByRole("button", { name: "Filter Status" });
    await filter.click();
    await expect(failureToast(page)).toBeVisible();
    await expect(filter).toHaveAttribute("aria-expanded", "false");
    isAway = false;
    await filter.click();
    const panel = page.getByRole("dialog", { name: "Filter Status" });
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(filter).toBeFocused();

    // By keyboard: a pointer would have loaded it on its way.
    await page.getByRole("button", { name: "Filter Order Date" }).press("Enter");
    await expect(page.getByPlaceholder("Start")).toBeFocused();
    await page.keyboard.type("10/01/26");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText("from 10/01/26");
  });

  test("a toast and a dialog that are opened before their code is loaded appear when it is; the dialog returns the focus", async ({
    page,
  }) => {
    const releaseToasts = await holdRequests(page, TOASTS);
    const releaseDialog = await holdRequests(page, MODAL);
    await page.route(/\/api\/orders\/(\?|$)/, (route) =>
      route.fulfill({ status: 400, json: { detail: "x" } }),
    );
    const asked = page.waitForRequest(TOASTS);
    await openSignedIn(page, "acme-company.admin", "/orders");
    await asked;
    await expect(page.getByRole("cell", { name: /There was an error loading the orders/ })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    releaseToasts();
    await expect(page.getByRole("alert")).toBeVisible();

    const opener = page.getByRole("button", { name: "Reorganize Columns" });
    await opener.click();
    await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
    releaseDialog();
    const dialog = page.getByRole("dialog", { name: "Reorganize Columns" });
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
