import { demoFacts } from "@mcc/server/src/demo/fill.ts";
import { expect, type Page } from "@playwright/test";

export const PASSWORD = demoFacts.password;

/** Signs in at the login page, as a person does. */
export const signIn = async (page: Page, username: string, path = "/"): Promise<void> => {
  await page.goto(path);
  await enterForm(page, username);
};

/** Signs in where the login page is open already. */
export const enterForm = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel("Username or email address").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
};

export const tokenFor = async (page: Page, username: string): Promise<string> => {
  const answer = await page.request.post("/api/accounts/user-token/", {
    data: { username, password: PASSWORD },
  });
  return (await answer.json()).token;
};

/** Opens a page already signed in, the token in its place: quicker, for journeys about something else. */
export const enterAs = async (page: Page, username: string, path = "/"): Promise<string> => {
  const token = await tokenFor(page, username);
  await page.addInitScript((value) => {
    // Only once, so that a sign-out in the page stays a sign-out.
    if (!sessionStorage.getItem("entered")) localStorage.setItem("am-token", value);
    sessionStorage.setItem("entered", "yes");
  }, token);
  await page.goto(path);
  return token;
};

/** Hands an open window to somebody else. */
export const handTo = async (page: Page, username: string, path: string): Promise<void> => {
  const token = await tokenFor(page, username);
  await page.evaluate((value) => localStorage.setItem("am-token", value), token);
  await page.goto(path);
};

export const sidebarOf = (page: Page) => page.getByRole("navigation", { name: "Main" });
