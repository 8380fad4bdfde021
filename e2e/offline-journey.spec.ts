import { expect, type Page, test } from "@playwright/test";
import { newToken, openSignedIn } from "./people.ts";

const OFFLINE = "You're offline. We'll reconnect automatically.";
const rows = (page: Page) => page.locator("tbody:not([data-placeholder]) tr");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/** A list is at rest with the place of messages, which it loads last by itself. */
const isAtRest = async (page: Page): Promise<void> => {
  await expect(rows(page)).toHaveCount(20);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
};

test("without a connection loaded pages stay usable, a page that is not loaded says so and opens when the connection is back (WORK-017)", async ({
  page,
  context,
}) => {
  await openSignedIn(page, "acme-company.admin", "/orders");
  await isAtRest(page);
  await entry(page, "Documents").click();
  await expect(heading(page)).toHaveText("Document Repository");
  await isAtRest(page);
  const notice = page.getByRole("banner").getByRole("status");
  await context.setOffline(true);
  await expect(notice).toHaveText(OFFLINE);

  // Loaded pages: this one with its rows, and the one before.
  await expect(rows(page)).toHaveCount(20);
  await entry(page, "Orders").click();
  await expect(heading(page)).toHaveText("Orders");
  await expect(rows(page)).toHaveCount(20);

  // The next page of a list that is loaded, by its pager and by a link to it in a new tab.
  const parts = page.getByRole("main").getByText("There is no connection, and this was not loaded before.");
  await expect(parts).toHaveCount(0);
  await page.getByRole("button", { name: "Page 2" }).first().click();
  await expect(parts).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(parts).toBeVisible();
  await page.goBack();
  await expect(parts).toHaveCount(0);
  await expect(rows(page)).toHaveCount(20);
  await entry(page, "Sites").click({ modifiers: ["ControlOrMeta"] });
  await expect(heading(page)).toHaveText("Orders");
  expect(context.pages()).toHaveLength(1);

  // A page that is not loaded: reached by a row, by the menu, and left again.
  await rows(page).first().getByRole("link").first().click();
  await expect(heading(page)).toHaveText("Page Not Loaded");
  await expect(page).toHaveURL(/\/orders\/[^/]+$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);
  await entry(page, "Sites").click();
  await expect(heading(page)).toHaveText("Page Not Loaded");
  await expect(notice).toHaveText(OFFLINE);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Page Not Loaded");
  await expect(entry(page, "Sites")).toBeVisible();

  await context.setOffline(false);
  await expect(heading(page)).toHaveText("Sites");
  await expect(page).toHaveURL("/sites");
  await expect(rows(page).first()).toBeVisible();
  await expect(notice).toBeEmpty();
  // What was tried without a connection opens too, with its styles.
  await page.goBack();
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Return to orders" })).toBeVisible();
  const styles = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? "").join(" "));
  await expect.poll(styles).toContain("/assets/order-page-");
});

test("a page opens again when the server is reachable again, though the browser was never offline (WORK-017 partly)", async ({
  page,
}) => {
  const state = { isAway: false };
  await openSignedIn(page, "acme-company.admin", "/orders");
  await isAtRest(page);
  await page.route("**/*", (route) => (state.isAway ? route.abort() : route.fallback()));
  state.isAway = true;
  await entry(page, "Users").click();
  await expect(heading(page)).toHaveText("Page Not Loaded");
  state.isAway = false;
  await expect(heading(page)).toHaveText("Users");
});

test("a page whose file is gone after an upgrade is opened by one reload of the document", async ({
  page,
}) => {
  let gone = 0;
  let loads = 0;
  page.on("load", () => loads++);
  await openSignedIn(page, "acme-company.admin", "/orders");
  await isAtRest(page);
  // The new document names other files; here it finds the same one again.
  const before = loads;
  await page.route(/\/assets\/sites-page-[^/]*\.js(\?|$)/, (route) => {
    if (loads > before) return route.continue();
    gone++;
    return route.fulfill({ status: 404, body: "" });
  });
  await entry(page, "Sites").click();
  await expect(heading(page)).toHaveText("Sites");
  await expect(rows(page).first()).toBeVisible();
  expect(gone).toBeGreaterThan(0);
  expect(loads).toBe(before + 1);
});

test("a page whose file stays away says so after one reload, in the shell (WORK-017 partly)", async ({
  page,
}) => {
  let loads = 0;
  page.on("load", () => loads++);
  await openSignedIn(page, "acme-company.admin", "/orders");
  await isAtRest(page);
  const before = loads;
  await page.route(/\/assets\/sites-page-[^/]*\.js(\?|$)/, (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  await entry(page, "Sites").click();
  await expect(page.getByText("This page could not be loaded.")).toBeVisible();
  expect(loads).toBe(before + 1);
  await entry(page, "Orders").click();
  await expect(rows(page)).toHaveCount(20);
});

test("who signs out without a connection gets the login page when it is back (WORK-017 partly)", async ({
  page,
  context,
}) => {
  await openSignedIn(page, "acme-company.admin", "/orders", await newToken(page, "acme-company.admin"));
  await isAtRest(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toContainText(OFFLINE);
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
});

test("the links before sign-in never lead to the browser's error page (WORK-017 partly)", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: /forgot/i }).click();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page).toHaveURL("/");
  await context.setOffline(false);
  await page.getByRole("link", { name: /forgot/i }).click();
  await expect(page).toHaveURL("/forgot-password");
});
