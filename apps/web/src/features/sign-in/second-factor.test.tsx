import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { authState } from "../../platform/session/auth-state.ts";
import { startSession } from "../../platform/session/session.ts";
import { loadConfig } from "../../platform/theme/runtime-config.ts";
import { click, control, eventually, field, fill, find } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { LoginPage } from "./login-page.tsx";

const user = { ...person({ company: companyWith(true, true, null) }), permissions: [] };
const CONFIG = {
  theme: { base_url: "/theme/", key: "key" },
  provider: { email: "help@example.com", phone: "1", terms_url: "/terms", privacy_url: "/privacy" },
  ...{ demo: false, environment: "test" },
};
const CHALLENGE = {
  detail: "Please confirm with your second factor that it is you.",
  code: "auth.second_factor_required",
  challenge: "ch-1",
  methods: ["totp", "recovery_code"],
  options: null,
};
const refuse = (status: number, body: object) => Response.json(body, { status });

let sent: [path: string, body: unknown][] = [];
beforeEach(async () => {
  sent = [];
  vi.stubGlobal("fetch", async () => Response.json(CONFIG));
  await loadConfig();
  history.replaceState(null, "", "/");
});

const open = async (answers: Readonly<Record<string, (body: unknown) => unknown>>) => {
  const server: TestServer = ({ url, body }) => {
    const path = url.pathname.replace(/^\/api/, "");
    sent.push([path, body]);
    return answers[path]?.(body);
  };
  renderPage(LoginPage, user, server);
  await eventually(() => expect(control("Log in")).toBeDefined());
  await fill("Username or email address", "pat");
  await fill("Password", "Industrial#2026");
};
const signedIn = { token: "t.o.k", user };

test("a user without a factor signs in with one call, on the page of before", async () => {
  await open({ "/accounts/user-token/": () => signedIn });
  expect(control("Sign in with a passkey")).toBeUndefined(); // this browser has none
  await click("Log in");
  await eventually(() => expect(localStorage.getItem("am-token")).toBe("t.o.k"));
  expect(sent).toEqual([["/accounts/user-token/", { username: "pat", password: "Industrial#2026" }]]);
});

test("a second factor is asked for in a second step of the same page (SIGN-002 partly)", async () => {
  await open({
    "/accounts/user-token/": () => refuse(403, CHALLENGE),
    "/accounts/second-factor/": (body) =>
      (body as { code: string }).code === "123456"
        ? signedIn
        : refuse(401, {
            detail: "This code or passkey is not valid. Please try again.",
            code: "auth.factor_failed",
          }),
  });
  await click("Log in");
  await eventually(() => expect(document.body.textContent).toContain(CHALLENGE.detail));
  await fill("Code", "000000");
  await click("Log in");
  await eventually(() => expect(find("[role=alert]")?.textContent).toContain("is not valid"));
  // What is typed next replaces it.
  const code = field("Code");
  await eventually(() => expect(document.activeElement).toBe(code));
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]);
  await fill("Code", " 123456 ");
  await click("Log in");
  await eventually(() => expect(localStorage.getItem("am-token")).toBe("t.o.k"));
  expect(sent.slice(1)).toEqual([
    ["/accounts/second-factor/", { challenge: "ch-1", code: "000000" }],
    ["/accounts/second-factor/", { challenge: "ch-1", code: "123456" }],
  ]);
});

test("an expired second step leads back to the password, and says so (SIGN-002 partly)", async () => {
  const detail = "This sign-in has expired. Please sign in again.";
  await open({
    "/accounts/user-token/": () => refuse(403, CHALLENGE),
    "/accounts/second-factor/": () => refuse(401, { detail, code: "auth.challenge_ended" }),
  });
  await click("Log in");
  await eventually(() => expect(control("Use a recovery code")).toBeDefined());
  await click("Use a recovery code");
  await fill("Recovery code", "aaaa-bbbb");
  await click("Log in");
  await eventually(() => expect(find("[role=alert]")?.textContent).toBe(detail));
  expect(field("Username or email address").value).toBe("pat");
});

test("what the browser offers while one types is renewed as long as the page is open (SIGN-003 partly)", async () => {
  const looks: (() => void)[] = [];
  vi.stubGlobal("setInterval", (look: () => void) => looks.push(look));
  const clock = vi.spyOn(Date, "now");
  onTestFinished(() => {
    clock.mockRestore();
    vi.unstubAllGlobals();
  });
  const started = Date.now();
  const after = (minutes: number) => {
    clock.mockReturnValue(started + minutes * 60_000);
    for (const look of looks) look();
  };
  localStorage.setItem("passkey-used", "true");
  const withAutofill = { isConditionalMediationAvailable: async () => true };
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => {}, withAutofill),
  );
  let offers = 0;
  const get = () => {
    offers++;
    return new Promise(() => {});
  };
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "credentials");
    localStorage.removeItem("passkey-used");
  });
  await open({
    "/accounts/passkeys/sign-in/options/": () => ({
      challenge: "YQ",
      rpId: "localhost",
      allowCredentials: [],
    }),
  });
  await eventually(() => expect(offers).toBe(1));
  after(3);
  expect(sent).toHaveLength(1);
  after(5);
  await eventually(() => expect(offers).toBe(2));
});

test("a session that the server has ended says why; one without a reason does not (SIGN-008 partly)", async () => {
  const detail = "An administrator has ended your session. Please log in again.";
  const OOPS = "Oops, something went wrong.";
  for (const [body, told, untold] of [
    [{ detail: "Please log in below to access this website.", code: "auth.required" }, OOPS, detail],
    [{ detail, code: "auth.required", reason: "admin" }, detail, OOPS],
  ] as const) {
    history.replaceState(null, "", "/sites");
    sessionStorage.clear();
    localStorage.setItem("am-token", "old");
    vi.stubGlobal("fetch", async () => refuse(401, body));
    startSession(() => 2000);
    await eventually(() => expect(localStorage.getItem("am-token")).toBeNull());
    expect(authState.user.get()).toBeNull();
    await open({});
    expect(document.body.textContent).toContain(told);
    expect(document.body.textContent).not.toContain(untold);
  }
});
