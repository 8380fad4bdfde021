import { expect, type Page, test } from "@playwright/test";
import { type TOTP, URI } from "otpauth";
import { openOwnCompany, queryDatabase } from "./own-company.ts";
import { fillSignInForm, newToken, openSignedIn, PASSWORD, signIn } from "./people.ts";

const STEP_MS = 30_000;

/** A device with a fingerprint reader, which the user touches whenever the browser asks. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const factorsOf = (page: Page) => page.getByRole("region", { name: "Second factor", exact: true });
const logOut = (page: Page) => page.getByRole("button", { name: "Log Out" });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

const enterPassword = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel("Username or email address").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
};

const QUESTION = "Please confirm that it is you";
const NOTHING_CHANGED = "You did not confirm that it is you, so nothing was changed.";

/** As if the user had signed in three hours ago. */
const ageConfirmation = (username: string) =>
  queryDatabase(
    `update sessions set confirmed_at = now() - interval '3 hours'
     where user_id = (select id from users where username = $1)`,
    [username],
  );

const confirmWithPassword = async (page: Page): Promise<void> => {
  const question = dialogOf(page, QUESTION);
  await question.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question).toBeHidden();
};

/** As in a browser that has never used one: the login page then offers none while one types. */
const forgetPasskeys = (page: Page) => page.evaluate(() => localStorage.removeItem("passkey-used"));

/** Ten codes, which are shown once. */
const keepRecoveryCodes = async (page: Page): Promise<string[]> => {
  const codes = dialogOf(page, "Your recovery codes");
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const texts = await codes.getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await expect(codes).toBeHidden();
  return texts;
};

/** Follows the dialog that is open, with the app of the person. */
const setUpApp = async (page: Page): Promise<TOTP> => {
  const dialog = dialogOf(page, "Add an authenticator app");
  const started = page.waitForResponse(
    (response) =>
      response.url().endsWith("/accounts/profile/factors/") && response.request().method() === "POST",
  );
  await dialog.getByRole("button", { name: "Continue" }).click();
  const { otpauth_url, secret } = await (await started).json();
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(dialog.getByText(secret, { exact: true })).toBeVisible();
  const app = URI.parse(otpauth_url) as TOTP;
  await dialog.getByLabel("Code").fill(app.generate());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  return app;
};

test("a passkey is added in the profile, and signs in with and without the password (SIGN-001 partly, SIGN-003 partly)", async ({
  page,
}) => {
  const { people } = await openOwnCompany({ roles: ["Foreman"] });
  const { username } = people.Foreman;
  await addAuthenticator(page);
  await signIn(page, username, "/profile");
  await factorsOf(page).getByRole("button", { name: "Add a passkey" }).click();
  await dialogOf(page, "Add a passkey").getByLabel("Name").fill("Work laptop");
  await dialogOf(page, "Add a passkey").getByRole("button", { name: "Continue" }).click();
  await keepRecoveryCodes(page);
  await expect(factorsOf(page).getByRole("row", { name: /Work laptop.*Passkey.*Never/ })).toBeVisible();

  await forgetPasskeys(page);
  await logOut(page).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(logOut(page)).toBeVisible();

  // This browser has used one: it offers its passkeys in the username, and this device takes the first.
  const offered = page.waitForResponse(/\/accounts\/passkeys\/sign-in\/$/);
  await logOut(page).click();
  expect((await offered).ok()).toBe(true);
  await expect(logOut(page)).toBeVisible();
  await forgetPasskeys(page);

  await logOut(page).click();
  await enterPassword(page, username);
  await expect(page.getByText("Please confirm with your second factor that it is you.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the password" }).click();
  await expect(page.getByLabel("Username or email address")).toHaveValue(username);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(logOut(page)).toBeVisible();
});

test("an app is added, a code and a recovery code sign in, and it is removed again (SIGN-001 partly, SIGN-002 partly)", async ({
  page,
}) => {
  const { people } = await openOwnCompany({ roles: ["Foreman"] });
  const { username } = people.Foreman;
  await signIn(page, username, "/profile");
  await factorsOf(page).getByRole("button", { name: "Add an app" }).click();
  const app = await setUpApp(page);
  const [recovery = ""] = await keepRecoveryCodes(page);

  await logOut(page).click();
  await enterPassword(page, username);
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("000000");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toHaveText("This code or passkey is not valid. Please try again.");
  // The code of now was used up when the app was added.
  await code.fill(app.generate({ timestamp: Date.now() + STEP_MS }));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(logOut(page)).toBeVisible();

  await logOut(page).click();
  await enterPassword(page, username);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(logOut(page)).toBeVisible();

  await page.goto("/profile");
  await expect(factorsOf(page)).toContainText("You have 9 recovery codes left.");
  await factorsOf(page).getByRole("button", { name: "Remove Authenticator app" }).click();
  await dialogOf(page, "Remove a second factor").getByRole("button", { name: "Remove" }).click();
  await expect(factorsOf(page)).toContainText("You have none yet.");
  await logOut(page).click();
  await fillSignInForm(page, username);
});

test("an admin ends a session, and the page says so (SIGN-008 partly)", async ({ page, browser }) => {
  const { people, admin } = await openOwnCompany({ roles: ["Foreman"] });
  const other = await (await browser.newContext()).newPage();
  await openSignedIn(other, people.Foreman.username, "/orders");
  await expect(logOut(other)).toBeVisible();
  await openSignedIn(page, admin, "/configuration");
  await page.getByRole("link", { name: /^Security/ }).click();
  await page.getByRole("link", { name: /^Sessions/ }).click();
  await page.getByRole("button", { name: /^More actions Foreman/ }).click();
  await page.getByRole("menuitem", { name: /^End session/ }).click();
  await dialogOf(page, "End a session").getByRole("button", { name: "End session" }).click();
  await expect(page.getByText("The session has ended")).toBeVisible();
  await expect(page.getByRole("button", { name: /^More actions Foreman/ })).toHaveCount(0);

  await other.getByRole("link", { name: "Sites" }).click();
  await expect(
    other.getByText("An administrator has ended your session. Please log in again."),
  ).toBeVisible();
  await expect(other.getByRole("button", { name: "Log in" })).toBeVisible();
});

test("a policy that is switched on leads a person who works to set up a second factor (SIGN-005 partly)", async ({
  page,
  browser,
}) => {
  const { people, admin } = await openOwnCompany({ roles: ["Foreman"] });
  const other = await (await browser.newContext()).newPage();
  await openSignedIn(other, people.Foreman.username, "/orders");
  await expect(logOut(other)).toBeVisible();
  await addAuthenticator(page);
  await openSignedIn(page, admin, "/configuration/security");
  await page.getByRole("radio", { name: "Everybody" }).click();
  const preview = page.getByRole("region", { name: "What saving does" });
  await expect(preview).toContainText("2 people have no second factor yet");
  await expect(preview).toContainText("Ada Admin, Foreman");
  await page.getByRole("button", { name: "Save" }).click();

  // The admin needs one, too.
  await page.getByRole("button", { name: "Set up a passkey" }).click();
  await dialogOf(page, "Add a passkey").getByRole("button", { name: "Continue" }).click();
  await keepRecoveryCodes(page);
  await expect(page.getByRole("radio", { name: "Everybody" })).toBeChecked();

  // The page hears of the policy, or learns of it with its next request. What was open opens again.
  await other.getByRole("button", { name: "Set up an authenticator app" }).click();
  await setUpApp(other);
  await keepRecoveryCodes(other);
  await expect(other).toHaveURL(/\/orders/);
  await expect(other.getByRole("heading", { name: "Orders" })).toBeVisible();
});

test("a confirmation is asked for in the middle of making an API key, and the key is made (SIGN-007 partly)", async ({
  page,
}) => {
  const { slug } = await openOwnCompany({ roles: [] });
  const username = `${slug}-platform`;
  await queryDatabase(
    `insert into users (username, first_name, last_name, email, password_hash, is_mcc_admin, is_demo)
     select $1, 'Petra', 'Platform', $1 || '@example.com', password_hash, true, true
     from users where username = 'platform.admin'`,
    [username],
  );
  await openSignedIn(page, username, "/api-keys", await newToken(page, username));
  await page.getByRole("button", { name: "Create API Key" }).click();
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Name") });
  await dialog.getByLabel("Name").fill(`Key of ${slug}`);
  await ageConfirmation(username);
  await dialog.getByRole("button", { name: "Create" }).click();
  const question = dialogOf(page, QUESTION);
  await question.getByLabel("Password", { exact: true }).fill("not it");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/password/i);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(dialog).toContainText(NOTHING_CHANGED);

  await dialog.getByRole("button", { name: "Create" }).click();
  await confirmWithPassword(page);
  await expect(page.getByRole("dialog").getByText(/^mcc_live_\w{20}/)).toBeVisible();
});

test("a company's policy asks for a confirmation in the middle of saving an approval rule, and the rule is saved (SIGN-007 partly)", async ({
  page,
}) => {
  const { admin } = await openOwnCompany({ roles: ["Foreman"] });
  await openSignedIn(page, admin, "/configuration/security", await newToken(page, admin));
  await page.getByRole("switch", { name: "Also ask when roles and approval rules are changed" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The security settings were saved")).toBeVisible();

  await page.goto("/configuration/approvals");
  await page.getByRole("button", { name: "Create Order Approval Rule" }).click();
  const dialog = dialogOf(page, "Create Order Approval Rule");
  await dialog.getByRole("combobox", { name: "User Role" }).click();
  await page.getByRole("option", { name: "Foreman" }).click();
  await dialog.getByLabel("Order Total Above").fill("500");
  await ageConfirmation(admin);
  await dialog.getByRole("button", { name: "Save" }).click();
  await confirmWithPassword(page);
  const rule = page.getByRole("row").filter({ hasText: "Foreman" });
  await expect(rule).toContainText("equal to or above $500.00");

  // On the page of a rule. Whoever cancels goes on with what they have typed.
  await rule.getByRole("link", { name: "Edit Foreman" }).click();
  const limit = page.getByLabel("Order Total Above");
  await limit.fill("800");
  await ageConfirmation(admin);
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await dialogOf(page, QUESTION).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByText(NOTHING_CHANGED)).toBeVisible();
  await expect(limit).toHaveValue("800");
  await save.click();
  await confirmWithPassword(page);
  await expect(rule).toContainText("equal to or above $800.00");
});
