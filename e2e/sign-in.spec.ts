import { expect, type Page, test } from "@playwright/test";
import { enterAs, PASSWORD, signIn } from "./people.ts";

const OOPS = "Oops, something went wrong. Please log in below to access this website.";
const WRONG =
  "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.";
const GENERIC = "There was an error. Please try again later";

const splashOf = (page: Page) => page.getByRole("status").filter({ hasText: "Loading" });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("am-token"));

test.describe("the login page", () => {
  test("shows at / with its title, fields, button and links (AUTH-001, AUTH-002, AUTH-003, AUTH-005, AUTH-006)", async ({
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

  test("says Oops on any other path, and leads to that path after signing in (AUTH-001, AUTH-007)", async ({
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

  test("names empty fields before anything is sent, each in its words (AUTH-009, AUTH-010, SHELL-042)", async ({
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

  test("tells a wrong password, keeps nobody, and works with an e-mail address (AUTH-004, AUTH-011, AUTH-013)", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByLabel("Username or email address").fill("regular.user@acme-drilling.example.com");
    await page.getByLabel("Password", { exact: true }).fill("not it");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText(WRONG);
    expect(await storedToken(page)).toBeNull();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("an answer without a user is no sign-in (AUTH-011)", async ({ page }) => {
    await page.route("**/api/accounts/user-token/", (route) =>
      route.fulfill({ json: { token: "x", user: null } }),
    );
    await page.goto("/");
    await page.getByLabel("Username or email address").fill("acme-regular.user");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText(WRONG);
    expect(await storedToken(page)).toBeNull();
  });

  test("a lost connection is told in general words (SHELL-038)", async ({ page }) => {
    await page.goto("/");
    await page.route("**/api/accounts/user-token/", (route) => route.abort());
    await page.getByLabel("Username or email address").fill("acme-regular.user");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText(GENERIC);
  });

  test("a server's field error lands on its field (SHELL-043)", async ({ page }) => {
    await page.goto("/");
    await page.route("**/api/accounts/user-token/", (route) =>
      route.fulfill({ status: 400, json: { password: ["This one is too old.", "second"] } }),
    );
    await page.getByLabel("Username or email address").fill("acme-regular.user");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
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
  test("logging out removes user and token, ends the session and says nothing of Oops (AUTH-008, AUTH-015, AUTH-016, AUTH-017, AUTH-018)", async ({
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
    await page.goto("/orders");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(page.getByText(OOPS)).toBeHidden();
    // What the first person had loaded is gone: the next one sees only their own.
    await page.getByLabel("Username or email address").fill("cobalt-company.admin");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Company Admin")).toBeVisible();
    await expect(page.getByText("Regular User")).toBeHidden();
  });

  test("a stored token loads the current user with the JWT header (AUTH-019)", async ({ page }) => {
    const asked = page.waitForRequest("**/api/accounts/v2/user/");
    const token = await enterAs(page, "acme-regular.user");
    expect((await asked).headers().authorization).toBe(`JWT ${token}`);
    await expect(page.getByText("Regular User")).toBeVisible();
  });

  for (const status of [400, 401, 403]) {
    test(`an answer of ${status} at start-up hides the splash and removes the user (AUTH-020, AUTH-023, AUTH-024)`, async ({
      page,
    }) => {
      await page.route("**/api/accounts/v2/user/", (route) =>
        route.fulfill({ status, json: { detail: "no" } }),
      );
      await enterAs(page, "acme-regular.user");
      await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
      expect(await storedToken(page)).toBeNull();
    });
  }

  test("without a token the splash goes and nobody is kept (AUTH-021)", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(splashOf(page)).toHaveCount(0);
  });

  test("while the user cannot be loaded the splash stays, and 2000 ms later it is tried again (AUTH-022, SHELL-014)", async ({
    page,
  }) => {
    const tries: number[] = [];
    await page.route("**/api/accounts/v2/user/", async (route) => {
      tries.push(Date.now());
      await (tries.length <= 2 ? route.fulfill({ status: 503, json: {} }) : route.continue());
    });
    await enterAs(page, "acme-regular.user");
    await expect(splashOf(page).getByRole("img")).toBeVisible();
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    await expect(splashOf(page)).toHaveCount(0);
    expect(tries).toHaveLength(3);
    const gaps = tries.slice(1).map((at, n) => at - (tries[n] as number));
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
  test("is asked for by username or e-mail, in words (AUTH-033, AUTH-034, AUTH-036)", async ({ page }) => {
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("Name or Email is required")).toBeVisible();
    await page.getByLabel("Username or email address").fill("nobody-knows");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByText("There is no account with that username or email address.")).toBeVisible();
  });

  test("is replaced through the mailed link, once (AUTH-035, AUTH-036, AUTH-040, AUTH-041, AUTH-042, AUTH-043, AUTH-044, AUTH-045, AUTH-047, AUTH-048)", async ({
    page,
  }) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Username or email address").fill("acme-janelle.prudhomme");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(
      page.getByText("We just emailed you a link you can use to reset your password"),
    ).toBeVisible();
    await page.getByRole("link", { name: /log ?in/i }).click();
    await expect(page).toHaveURL("/");

    await page.goto("/mailbox");
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
      data: { username: "acme-janelle.prudhomme", password: "Industrial#2027" },
    });
    expect(answer.status()).toBe(200);
  });
});
