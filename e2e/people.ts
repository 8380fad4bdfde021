import { demoFacts } from "@mcc/server/src/demo/fill-demo.ts";
import { type Browser, expect, type Page } from "@playwright/test";

export const PASSWORD = demoFacts.password;

/** Signs in at the login page, like a user. */
export const signIn = async (page: Page, username: string, path = "/"): Promise<void> => {
  await page.goto(path);
  await fillSignInForm(page, username);
};

/** Signs in where the login page is open already. */
export const fillSignInForm = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel("Username or email address").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
};

/** A separate session, for a browser test that ends it. */
export const newToken = async (page: Page, username: string): Promise<string> => {
  const answer = await page.request.post("/api/accounts/user-token/", {
    data: { username, password: PASSWORD },
  });
  expect(answer.ok(), `${username} answered ${answer.status()}`).toBe(true);
  return (await answer.json()).token;
};

const tokens = new Map<string, Promise<string>>();
/** Signed in once for all browser tests that keep the session: checking a password is slow by design. */
export const tokenOf = (page: Page, username: string): Promise<string> => {
  const token = tokens.get(username) ?? newToken(page, username);
  tokens.set(username, token);
  return token;
};

/** Opens a page already signed in, with the token stored: faster, for browser tests about something else. */
export const openSignedIn = async (
  page: Page,
  username: string,
  path = "/",
  own?: string,
): Promise<string> => {
  const token = own ?? (await tokenOf(page, username));
  await page.addInitScript((value) => {
    // Only once, so that a sign-out in the page stays a sign-out.
    if (!sessionStorage.getItem("entered")) localStorage.setItem("am-token", value);
    sessionStorage.setItem("entered", "yes");
  }, token);
  await page.goto(path);
  return token;
};

/** The columns of every list as somebody has stored them: null for a person who never chose, whatever other tests do. */
export const withColumns = (page: Page, value: readonly string[] | null): Promise<unknown> =>
  page.route("**/preferences/columns**", (route) =>
    route.fulfill({ json: route.request().method() === "GET" ? { value } : {} }),
  );

/** Somebody who chose all columns sees them at every width. */
export const withAllColumns = (page: Page) => withColumns(page, ["@all"]);

/** Switches an open window to another user. */
export const switchUser = async (page: Page, username: string, path: string, own?: string): Promise<void> => {
  const token = own ?? (await tokenOf(page, username));
  // From a page without requests: the current page would continue to send requests, as the new user.
  await page.goto("/favicon.svg");
  await page.evaluate((value) => localStorage.setItem("am-token", value), token);
  await page.goto(path);
};

/** Navigates inside the open page, like a link. */
export const navigateInPage = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** The same for a page with a heading of its own: it is there when this returns. Cheaper than loading the page again. */
export const openInPage = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(() => document.querySelector("h1")?.setAttribute("data-left", ""));
  await navigateInPage(page, path);
  await expect(page.locator("h1:not([data-left])")).toBeVisible();
};

export const sidebarOf = (page: Page) => page.getByRole("navigation", { name: "Main" });

/**
 * A user in a browser of their own, with the stream of the page open: no page polls then, and what shows without a
 * reload came that way.
 */
export const openStreaming = async (browser: Browser, username: string, path: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  const stream = page.waitForResponse(/\/api\/alerts\/stream\//);
  await openSignedIn(page, username, path);
  expect((await stream).ok()).toBe(true);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
};
