import { expect, type Page, type Route, test } from "@playwright/test";
import { newToken, openSignedIn, PASSWORD, sidebarOf, signIn, switchUser } from "./people.ts";

const port = process.env.E2E_PORT ?? "4173";

const OOPS = "Oops, something went wrong. Please log in below to access this website.";
const WRONG =
  "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.";
const GENERIC = "There was an error. Please try again later";

const splashOf = (page: Page) => page.getByRole("status").filter({ hasText: "Loading" });
/** All calls but the one that asks who is signed in. */
const otherCalls = /\/api\/(?!accounts\/v2\/user\/)/;
const userIsAsked = "**/api/accounts/v2/user/";
/** The session ends elsewhere: this page still has its token and its user in memory. */
const endSession = async (page: Page): Promise<void> => {
  const answer = await page.request.post("/api/accounts/logout/", {
    headers: { authorization: `JWT ${await storedToken(page)}` },
  });
  expect(answer.ok()).toBe(true);
};
const enter = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel("Username or email address").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
};
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("am-token"));

test.describe("the login page", () => {
  test("is shown at / with its title, fields, button and links (AUTH-001, AUTH-002, AUTH-003, AUTH-005, AUTH-006)", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Management Control Center" })).toBeVisible();
    await expect(page.getByLabel("Username or email address")).toHaveCount(1);
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go back to shop" })).toHaveAttribute(
      "href",
      "https://www.goexpedi.com",
    );
    await expect(page.getByText(OOPS)).toBeHidden();
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page).toHaveURL("/forgot-password");
  });

  test("shows Oops on any other path, and opens that path after signing in (AUTH-001, AUTH-007)", async ({
    page,
  }) => {
    await page.goto("/sites?search=yard");
    await expect(page.getByText(OOPS)).toBeVisible();
    await page.getByLabel("Username or email address").fill("acme-regular.user");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Sites" })).toBeVisible();
    await expect(page).toHaveURL("/sites?search=yard");
  });

  test("shows the message of each empty field before any request is sent (AUTH-009, AUTH-010, SHELL-042)", async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.goto("/");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Please provide a valid username or email address")).toBeVisible();
    await expect(page.getByText("Please provide a valid password")).toBeVisible();
    await expect(page.getByLabel("Username or email address")).toBeFocused();
    expect(calls.filter((url) => url.includes("user-token"))).toEqual([]);
  });

  test("shows an error for a wrong password, stores no user, and accepts an e-mail address (AUTH-004, AUTH-011, AUTH-013)", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByLabel("Username or email address").fill("joel.pedersen@acme-drilling.example.com");
    await page.getByLabel("Password", { exact: true }).fill("not it");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText(WRONG);
    expect(await storedToken(page)).toBeNull();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("a response without a user does not sign in, a lost connection shows a general message, and a field error of the server appears on its field (AUTH-011, SHELL-038, SHELL-043)", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByLabel("Username or email address").fill("acme-regular.user");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const tryWith = async (answer: Parameters<Route["fulfill"]>[0] | "no answer") => {
      await page.route(
        "**/api/accounts/user-token/",
        (route) => (answer === "no answer" ? route.abort() : route.fulfill(answer)),
        { times: 1 },
      );
      await page.getByRole("button", { name: "Log in" }).click();
    };
    await tryWith({ json: { token: "x", user: null } });
    await expect(page.getByRole("alert")).toHaveText(WRONG);
    expect(await storedToken(page)).toBeNull();
    await tryWith("no answer");
    await expect(page.getByRole("alert")).toHaveText(GENERIC);
    await tryWith({ status: 400, json: { password: ["This one is too old.", "second"] } });
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "This one is too old.",
    );
    await expect(page.getByText("second")).toBeHidden();
  });

  test("a text field takes 255 characters (SHELL-039)", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Username or email address").fill("a".repeat(300));
    await expect(page.getByLabel("Username or email address")).toHaveAttribute("maxlength", "255");
  });
});

test.describe("the session", () => {
  test("logging out removes user and token and ends the session; the login page does not show Oops until a user signs in again (AUTH-008, AUTH-015, AUTH-017, AUTH-018)", async ({
    page,
  }) => {
    await signIn(page, "acme-regular.user", "/sites");
    const token = await storedToken(page);
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    expect(await page.evaluate(() => sessionStorage.getItem("loggedOut"))).not.toBeNull();
    await expect
      .poll(async () =>
        (
          await page.request.get("/api/accounts/v2/user/", { headers: { authorization: `JWT ${token}` } })
        ).status(),
      )
      .toBe(401);
    for (const path of ["/orders", "/sites"]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
      await expect(page.getByText(OOPS)).toBeHidden();
    }
    // The next session ends by itself, which is told again.
    await enter(page, "acme-regular.user");
    await endSession(page);
    await page.reload();
    await expect(page.getByText(OOPS)).toBeVisible();
  });

  test("the next user who signs in without a reload sees no data of the previous one; the theme stays (AUTH-016)", async ({
    page,
  }) => {
    const themes: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/theme/urls/")) themes.push(request.url());
    });
    await page.goto(`http://goacme.localhost:${port}/orders`);
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));
    await enter(page, "acme-company.admin");
    await expect(page.getByText("Showing 1 - 20 of 2,400").first()).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    const logIn = page.getByRole("button", { name: "Log in" });
    await expect(logIn).toHaveCSS("background-color", "rgb(180, 83, 9)");
    await expect(page.getByRole("img", { name: "GoAcme" })).toHaveAttribute(
      "src",
      /^\/theme\/logos\/acme\.svg\?v=[\w-]+$/,
    );

    // The server says nothing for now: whatever shows comes from what the page kept.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/orders\/\?/, async (route) => {
      await held;
      await route.continue();
    });
    const documents = page.waitForRequest(/\/api\/documents\/\?/);
    await enter(page, "cobalt-company.admin");
    expect((await documents).headers().authorization).toBe(`JWT ${await storedToken(page)}`);
    const aside = page.getByRole("complementary");
    await expect(aside.getByRole("img", { name: /Cobalt/ })).toBeVisible();
    await expect(aside).not.toContainText("Pending Approvals");
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await expect(page.locator("tbody[data-placeholder] tr")).toHaveCount(5);
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
    await expect(page.locator("body")).not.toContainText(/Acme|Permian/);
    release();
    await expect(page.getByRole("cell", { name: "There is no information to show." })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(/Acme|Permian/);
    expect(await page.evaluate(() => "sameLoad" in window)).toBe(true);
    expect(themes).toHaveLength(1);
  });

  test("the user is removed when the server refuses the current user during the session (AUTH-023, AUTH-024)", async ({
    page,
  }) => {
    // Of all that a page asks, only who is signed in gets an answer: no other call can be refused before.
    await page.route(otherCalls, () => {});
    await page.clock.install();
    await openSignedIn(page, "acme-regular.user", "/sites", await newToken(page, "acme-regular.user"));
    await expect(page.getByText("Joel Pedersen")).toBeVisible();
    await endSession(page);
    const refused = page.waitForResponse(userIsAsked);
    await page.clock.fastForward(60_000);
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange"))); // somebody comes back to the tab
    expect((await refused).status()).toBe(401);
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(page.getByText("Joel Pedersen")).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
  });

  test("a 401 response to any other request also ends the session (AUTH-024)", async ({ page }) => {
    await page.route(otherCalls, () => {}); // nothing is refused before the click
    await openSignedIn(page, "acme-regular.user", "/", await newToken(page, "acme-regular.user"));
    await expect(page.getByText("Joel Pedersen")).toBeVisible();
    await endSession(page);
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await expect(page).toHaveURL(/\/orders/);
    await page.unrouteAll(); // lets the calls go on that were held
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(page.getByText(OOPS)).toBeVisible();
    await expect(page.getByText("Joel Pedersen")).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
  });

  test("a path that only begins like the password link shows the fallback page", async ({ page }) => {
    await openSignedIn(page, "acme-regular.user", "/reset-passwordfoo");
    await expect(page.getByRole("heading", { name: "Page Not Found (404)" })).toBeVisible();
    for (const path of ["/reset-password", "/reset-password/"]) {
      await page.goto(`${path}?token=old`);
      await expect(page.getByRole("heading", { name: "Create Password" })).toBeVisible();
    }
  });

  test("a stored token loads the current user with the JWT header (AUTH-019)", async ({ page }) => {
    const asked = page.waitForRequest(userIsAsked);
    const token = await openSignedIn(page, "acme-regular.user");
    expect((await asked).headers().authorization).toBe(`JWT ${token}`);
    await expect(page.getByText("Joel Pedersen")).toBeVisible();
  });

  test("a response of 400, 401 or 403 at start-up hides the splash screen and removes the user (AUTH-020)", async ({
    page,
  }) => {
    await page.goto("/");
    for (const status of [400, 401, 403]) {
      await page.route(userIsAsked, (route) => route.fulfill({ status, json: { detail: "no" } }), {
        times: 1,
      });
      const answered = page.waitForResponse(userIsAsked);
      await switchUser(page, "acme-regular.user", "/");
      expect((await answered).status()).toBe(status);
      await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
      await expect.poll(() => storedToken(page)).toBeNull();
    }
  });

  test("without a token the splash screen is hidden and no user is stored (AUTH-021)", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(splashOf(page)).toHaveCount(0);
  });

  test("if the user cannot be loaded, the splash screen stays, and the request is retried after 2000 ms (AUTH-022, SHELL-014)", async ({
    page,
  }) => {
    let failing = 2;
    await page.route(userIsAsked, (route) =>
      failing-- > 0 ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await openSignedIn(page, "acme-regular.user");
    await expect(splashOf(page).getByRole("img")).toBeVisible();
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    await expect(splashOf(page)).toHaveCount(0);
    // By the page's own clock, from an answer to the next question.
    const gaps = await page.evaluate(() => {
      const tries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const asked = tries.filter(({ name }) => name.endsWith("/api/accounts/v2/user/"));
      return asked.slice(1, 3).map(({ startTime }, n) => startTime - (asked[n]?.responseEnd ?? 0));
    });
    expect(gaps).toHaveLength(2);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(1990);
  });

  test("signing out in one tab signs out the other", async ({ page, context }) => {
    await signIn(page, "acme-regular.user");
    const other = await context.newPage();
    await other.goto("/sites");
    await expect(other.getByRole("button", { name: "Log Out" })).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(other.getByRole("button", { name: "Log in" })).toBeVisible();
  });
});

test.describe("a forgotten password", () => {
  test("is reset by username or e-mail address, with a message for an empty field (AUTH-033, AUTH-034)", async ({
    page,
  }) => {
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Name or Email is required")).toBeVisible();
    await page.getByLabel("Username or email address").fill("nobody-knows");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("There is no account with that username or email address.")).toBeVisible();
  });

  test("is replaced through the link in the e-mail, once (AUTH-035, AUTH-036, AUTH-040, AUTH-041, AUTH-042, AUTH-043, AUTH-044, AUTH-045, AUTH-047, AUTH-048)", async ({
    page,
  }) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Username or email address").fill("acme-terrence.gaines");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(
      page.getByText("We just emailed you a link you can use to reset your password"),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page).toHaveURL("/");

    await page.goto("/mailbox?person=terrence.gaines%40acme-drilling.example.com");
    await page.getByText("Plain text").click();
    const link = await page
      .getByRole("link", { name: /reset-password/ })
      .first()
      .getAttribute("href");
    const checked = page.waitForRequest("**/accounts/password_reset/validate_token/");
    await page.goto(new URL(String(link)).pathname + new URL(String(link)).search);
    expect((await checked).postDataJSON()).toHaveProperty("token");
    const [password, confirmation] = [
      page.getByLabel("New password", { exact: true }),
      page.getByLabel("Confirm new password"),
    ];
    const create = page.getByRole("button", { name: "Create Password" });
    // The rule is there before anything is typed.
    await expect(password).toHaveAccessibleDescription(
      "At least 10 characters, with a letter and a number or symbol.",
    );
    await create.click();
    await expect(page.getByText("Please provide new password")).toBeVisible();
    await expect(page.getByText("Please confirm new password")).toBeVisible();
    await password.fill("Industrial#2027");
    await confirmation.fill("Industrial#2028");
    await create.click();
    await expect(page.getByText("Password and confirmation password does not match")).toBeVisible();
    await password.fill("short");
    await confirmation.fill("short");
    await create.click();
    await expect(page.getByText("The password must have at least 10 characters.")).toBeVisible();
    await password.fill("Industrial#2027");
    await confirmation.fill("Industrial#2027");
    await create.click();
    await expect(page.getByText("The password has been succesfully set")).toBeVisible();

    await page.goto(new URL(String(link)).pathname + new URL(String(link)).search);
    await expect(page.getByText("Token is not valid or has expired")).toBeVisible();
    await expect(create).toBeHidden();
    const answer = await page.request.post("/api/accounts/user-token/", {
      data: { username: "acme-terrence.gaines", password: "Industrial#2027" },
    });
    expect(answer.status()).toBe(200);
  });
});
