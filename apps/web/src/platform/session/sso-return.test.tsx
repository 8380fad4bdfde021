import { person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { clearToasts, toasts } from "../../testing/page-events.ts";
import { signOut, whySignInFailed } from "./session.ts";
import { noteAsked } from "./sso-confirmation.ts";
import { finishSingleSignOn } from "./sso-return.ts";

const REFUSED =
  "The answer of your identity provider has expired. If you ask for help, name the reference K7Q2.";

let sent: unknown[] = [];
const answer = (body: object, status = 200) =>
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    sent.push([
      new URL(url).pathname.replace(/^\/api/, ""),
      request.body && JSON.parse(String(request.body)),
    ]);
    return Response.json(body, { status });
  });

const setCode = (cookie: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `mcc-sso-code=${cookie}; path=/`;
};

beforeEach(() => {
  sent = [];
  localStorage.clear();
  setCode("code-1");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the code of the identity provider's answer signs in, once, and the page that was asked for opens", async () => {
  answer({ token: "new-token", user: person() });
  history.replaceState(null, "", "/?sso=1&next=%2Forders%3Fsearch%3Drig");
  await finishSingleSignOn();
  expect(sent).toEqual([["/accounts/sso-token/", { code: "code-1" }]]);
  expect(localStorage.getItem("am-token")).toBe("new-token");
  expect(location.pathname + location.search).toBe("/orders?search=rig");
  expect(document.cookie).not.toContain("mcc-sso-code");
});

test("a refused answer is told in words with its number, and the page that was asked for is not forgotten", async () => {
  answer({ detail: REFUSED, code: "auth.sso_refused", reference: "K7Q2" }, 401);
  history.replaceState(null, "", "/?sso=1&next=%2Forders");
  await finishSingleSignOn();
  expect(whySignInFailed()).toBe(REFUSED);
  expect(localStorage.getItem("am-token")).toBeNull();
  expect(location.pathname + location.search).toBe("/?next=%2Forders");
});

test("an answer that was read before does not count again, and a page outside of the portal is not opened", async () => {
  setCode("; max-age=0");
  answer({});
  history.replaceState(null, "", "/?sso=1&next=https%3A%2F%2Fevil.example");
  await finishSingleSignOn();
  expect(sent).toEqual([]);
  expect(whySignInFailed()).toBe("This sign-in has expired. Please sign in again.");
  expect(location.pathname + location.search).toBe("/");
});

/** What the pages that wait for a confirmation are told. */
const told = () => {
  const page = new BroadcastChannel("mcc-sso-confirmation");
  onTestFinished(() => page.close());
  return new Promise((resolve) => {
    page.onmessage = ({ data }) => resolve(data);
  });
};
const DENIED = "You signed in there as somebody else.";

test("a confirmation that was asked for confirms the session, tells the page that waits, and closes its window (SIGN-007 partly)", async () => {
  const closed = vi.spyOn(window, "close").mockReturnValue();
  for (const [body, status, outcome, words] of [
    [{ detail: "Confirmed." }, 200, {}, "Confirmed. You can close this tab and go on where you were."],
    [{ detail: DENIED }, 409, { problem: DENIED }, DENIED],
  ] as const) {
    clearToasts();
    sent = [];
    closed.mockClear();
    setCode("code-1");
    answer(body, status);
    noteAsked();
    const heard = told();
    history.replaceState(null, "", "/?sso=confirm");
    await finishSingleSignOn();
    expect(await heard).toEqual(outcome);
    expect(closed).toHaveBeenCalledOnce();
    expect([sent, location.search, document.cookie]).toEqual([
      [["/accounts/sso-confirm/", { code: "code-1" }]],
      "",
      expect.not.stringContaining("code-1"),
    ]);
    // A tab that cannot be closed says how to go on.
    expect(toasts()).toEqual([words]);
  }
});

test("a confirmation that nobody asked for in this browser does not count, and is said (SIGN-007 partly)", async () => {
  answer({});
  clearToasts();
  vi.spyOn(window, "close").mockReturnValue();
  history.replaceState(null, "", "/?sso=confirm");
  await finishSingleSignOn();
  expect(sent).toEqual([]);
  expect(toasts()).toEqual([
    "Nothing here waits for a confirmation any more. Please repeat what you wanted to do.",
  ]);
});

test("an answer that comes too late is told to the page that waits for a confirmation (SIGN-007 partly)", async () => {
  localStorage.setItem("am-token", "token");
  answer({ detail: REFUSED, code: "auth.sso_refused", reference: "K7Q2" }, 401);
  const heard = told();
  history.replaceState(null, "", "/?sso=1");
  await finishSingleSignOn();
  expect(await heard).toEqual({ problem: REFUSED });
});

test("signing out goes on to the identity provider's own address, if there is one (SSOS-009 partly)", async () => {
  localStorage.setItem("am-token", "token");
  answer({ detail: "Done.", redirect: "https://id.acme.example/logout?hint=1" });
  const left = vi.spyOn(location, "assign").mockReturnValue();
  await signOut();
  expect(left.mock.calls).toEqual([["https://id.acme.example/logout?hint=1"]]);
  answer({ detail: "Done.", redirect: null });
  await signOut();
  expect(left).toHaveBeenCalledTimes(1);
});
