import { expect, type Page, test } from "@playwright/test";
import { newToken, openSignedIn, PASSWORD, sidebarOf } from "./people.ts";

const port = process.env.E2E_PORT ?? "4173";

const OOPS = "Oops, something went wrong. Please log in below to access this website.";
const WRONG =
  "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.";

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

test("a wrong password shows an error; an e-mail address signs in and opens the path; logging out ends the session, and Oops is shown for other paths only (AUTH-001, AUTH-004, AUTH-007, AUTH-008, AUTH-011, AUTH-013, AUTH-015, AUTH-017, AUTH-018)", async ({
  page,
}) => {
  const logIn = page.getByRole("button", { name: "Log in" });
  await page.goto("/sites?search=yard");
  await expect(page.getByText(OOPS)).toBeVisible();
  await page.getByLabel("Username or email address").fill("joel.pedersen@acme-drilling.example.com");
  await page.getByLabel("Password", { exact: true }).fill("not it");
  await logIn.click();
  await expect(page.getByRole("alert")).toHaveText(WRONG);
  expect(await storedToken(page)).toBeNull();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sites" })).toBeVisible();
  await expect(page).toHaveURL("/sites?search=yard");
  const token = await storedToken(page);
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(logIn).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await storedToken(page)).toBeNull();
  expect(await page.evaluate(() => sessionStorage.getItem("loggedOut"))).not.toBeNull();
  const headers = { authorization: `JWT ${token}` };
  await expect
    .poll(async () => (await page.request.get("/api/accounts/v2/user/", { headers })).status())
    .toBe(401);
  await page.goto("/orders");
  await expect(logIn).toBeVisible();
  await expect(page.getByText(OOPS)).toBeHidden();
  // The next session ends by itself, which is told again.
  await enter(page, "acme-regular.user");
  await endSession(page);
  await page.reload();
  await expect(page.getByText(OOPS)).toBeVisible();
});

test.describe("the session", () => {
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

  test("signing out in one tab signs out the other", async ({ page, context }) => {
    await openSignedIn(page, "acme-regular.user", "/", await newToken(page, "acme-regular.user"));
    await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
    const other = await context.newPage();
    await other.goto("/sites");
    await expect(other.getByRole("button", { name: "Log Out" })).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(other.getByRole("button", { name: "Log in" })).toBeVisible();
  });
});

test.describe("a forgotten password", () => {
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
