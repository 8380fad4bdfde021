import { person } from "@mcc/contract/testing/people.ts";
import { DEFAULT_THEME } from "@mcc/contract/theme/theme.schema.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { click, control, eventually, field, fill, find, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { loadTestConfig } from "../../testing/runtime-config.ts";
import { refusal } from "../../testing/site-server.ts";
import { ForgotPasswordPage } from "./forgot-password-page.tsx";
import { LoginPage } from "./login-page.tsx";

const WRONG =
  "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.";
const OOPS = "Oops, something went wrong. Please log in below to access this website.";
const USERNAME = "Username or email address";

beforeAll(() => loadTestConfig());
beforeEach(() => {
  history.replaceState(null, "", "/");
  sessionStorage.clear();
});

/** Answers the sign-in; every request that is sent is kept. */
const open = async (answer: () => unknown = () => undefined) => {
  const sent: unknown[] = [];
  renderPage(LoginPage, person(), ({ method, url, body }) => {
    sent.push([`${method} ${url.pathname.replace(/^\/api/, "")}`, body]);
    return answer();
  });
  localStorage.removeItem("am-token");
  await eventually(() => expect(control("Log in")).toBeDefined());
  return sent;
};
const submit = () => find<HTMLFormElement>("form")?.requestSubmit();
const described = (label: string) =>
  (field(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();

test("the login page has its title, fields, button and links; a text field takes 255 characters (AUTH-001 partly, AUTH-002, AUTH-003, AUTH-005, AUTH-006, SHELL-039)", async () => {
  await open();
  expect(texts("h1")).toEqual(["Management Control Center"]);
  expect(texts("label")).toEqual([USERNAME, "Password"]);
  expect(field("Password").type).toBe("password");
  expect(field(USERNAME).maxLength).toBe(255);
  expect(control("Go back to shop")?.getAttribute("href")).toBe("https://www.goexpedi.com");
  expect(control("Forgot your password?")?.getAttribute("href")).toBe("/forgot-password");
  expect(document.body.textContent).not.toContain(OOPS);
});

test("the login page shows Oops on any other path, unless the user has signed out (AUTH-007, AUTH-008)", async () => {
  history.replaceState(null, "", "/sites");
  await open();
  expect(document.body.textContent).toContain(OOPS);
  sessionStorage.setItem("loggedOut", "true");
  await open();
  expect(document.body.textContent).not.toContain(OOPS);
});

test("shows the message of each empty field before any request is sent (AUTH-009, AUTH-010, SHELL-042)", async () => {
  const sent = await open();
  submit();
  await eventually(() =>
    expect(described(USERNAME)).toBe("Please provide a valid username or email address"),
  );
  expect(described("Password")).toBe("Please provide a valid password");
  await eventually(() => expect(document.activeElement).toBe(field(USERNAME)));
  expect(sent).toEqual([]);
});

test("a response without a user does not sign in, a lost connection shows a general message, and a field error of the server appears on its field (AUTH-011, SHELL-038, SHELL-043)", async () => {
  let answer: () => unknown = () => ({ token: "x", user: null });
  const sent = await open(() => answer());
  await fill(USERNAME, "acme-regular.user");
  await fill("Password", "secret");
  const says = (words: string) => eventually(() => expect(texts("[role=alert]")).toEqual([words]));
  submit();
  await says(WRONG);
  expect(sent).toEqual([
    ["POST /accounts/user-token/", { username: "acme-regular.user", password: "secret" }],
  ]);
  expect(localStorage.getItem("am-token")).toBeNull();
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  submit();
  await says("There was an error. Please try again later");
  answer = () => refusal(400, { password: ["This one is too old.", "second"] });
  submit();
  await eventually(() => expect(described("Password")).toBe("This one is too old."));
  expect(document.body.textContent).not.toContain("second");
});

test("a forgotten password is reset by username or e-mail address, with a message for an empty field (AUTH-033, AUTH-034)", async () => {
  const detail = "There is no account with that username or email address.";
  const sent: unknown[] = [];
  renderPage(ForgotPasswordPage, person(), ({ body }) => {
    sent.push(body);
    return refusal(404, { detail });
  });
  await eventually(() => expect(control("Reset Password")).toBeDefined());
  await click("Reset Password");
  submit();
  await eventually(() => expect(described(USERNAME)).toBe("Name or Email is required"));
  expect(sent).toEqual([]);
  await fill(USERNAME, "nobody-knows");
  submit();
  await eventually(() => expect(document.body.textContent).toContain(detail));
  expect(sent).toEqual([{ userIdentifier: "nobody-knows" }]);
});

test("an address of a company's domain leads to its sign-in, with the page that was asked for; another one does not (SSOS-002 partly)", async () => {
  history.replaceState(null, "", "/orders?search=rig");
  let url: string | null = "/sso/start?connection=5";
  const sent = await open(() => ({ url }));
  await fill(USERNAME, "dana");
  expect(sent).toEqual([]);
  await fill(USERNAME, " dana@acme.example");
  await eventually(() => expect(control("Continue to your company's sign-in")).toBeDefined());
  expect(sent).toEqual([["POST /accounts/sso-lookup/", { email: "dana@acme.example" }]]);
  expect(control("Continue to your company's sign-in")?.getAttribute("href")).toBe(
    "/sso/start?connection=5&next=%2Forders%3Fsearch%3Drig",
  );
  expect(field("Password")).toBeDefined();
  url = null;
  await fill(USERNAME, "bo@other.example");
  await eventually(() => expect(sent).toHaveLength(2));
  await eventually(() => expect(control("Continue to your company's sign-in")).toBeUndefined());
});

test("a password where the identity provider is required is refused in words, with the way there (SSOS-006 partly)", async () => {
  await open(() => refusal(403, { detail: "Not with a password.", code: "auth.sso_required" }));
  await fill(USERNAME, "acme-dana");
  await fill("Password", "secret");
  submit();
  await eventually(() =>
    expect(texts("[role=alert]")).toEqual([
      "Not with a password. Enter your e-mail address instead of your username to get there.",
    ]),
  );
});

test("the host of a company has one button for its identity provider, and says if a password is for emergencies only (SSOS-002 partly, SSOS-006 partly)", async () => {
  await loadTestConfig({ ...DEFAULT_THEME, label: "Acme" });
  history.replaceState(null, "", "/?next=%2Forders");
  await open(() => ({
    results: [{ name: "Acme account", url: "/sso/start?connection=5" }],
    required: true,
  }));
  await eventually(() => expect(control("Sign in with Acme account")).toBeDefined());
  expect(control("Sign in with Acme account")?.getAttribute("href")).toBe(
    "/sso/start?connection=5&next=%2Forders",
  );
  expect(document.body.textContent).toContain("A password signs in emergency admins only.");
  await loadTestConfig();
});
