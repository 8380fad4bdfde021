import { updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  press,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { call } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";

const POLICY = "PATCH /accounts/security-policy/";
const refused = (needsFactor: boolean) =>
  Response.json(
    {
      detail: "Please confirm that it is you.",
      code: "auth.confirmation_required",
      needs_factor: needsFactor,
    },
    { status: 403 },
  );

let sent: [request: string, body: unknown][] = [];
let answers: string[] = [];
/** As the window of the identity provider does it. */
let confirmElsewhere = () => {};

const ask = (minutes: number) =>
  call(updateSecurityPolicy, { body: { idle_minutes: minutes } }).then(
    () => answers.push(`saved ${minutes}`),
    (error) => answers.push(error instanceof CallError ? error.detail : "broken"),
  );
const TwoChanges = () => (
  <button type="button" onClick={() => void Promise.all([ask(10), ask(20)])}>
    Change twice
  </button>
);

/** A server that wants a confirmation; the right password is "secret". */
const open = async ({
  needsFactor = false,
  methods = ["password"],
  sso_url = null as string | null,
  sso_silent = false,
} = {}) => {
  let isConfirmed = false;
  confirmElsewhere = () => {
    isConfirmed = true;
  };
  renderPage(TwoChanges, person(), ({ method, url, body }) => {
    const request = `${method} ${url.pathname.replace(/^\/api/, "")}`;
    sent.push([request, body]);
    if (request === POLICY) return isConfirmed ? {} : refused(needsFactor);
    if (request === "POST /accounts/confirm/options/") return { methods, options: null, sso_url, sso_silent };
    if (request !== "POST /accounts/confirm/") return undefined;
    const proof = body as { password?: string; code?: string };
    if (proof.password === "wrong")
      return Response.json({ password: ["This is not your password."] }, { status: 400 });
    isConfirmed = true;
    return { detail: "Confirmed.", confirmed_at: "2026-03-02T10:00:00.000Z" };
  });
  await eventually(() => expect(control("Change twice")).toBeDefined());
  await click("Change twice");
  await eventually(() =>
    expect(find("[role=dialog] form, [role=dialog] .mantine-Button-root")).not.toBeNull(),
  );
};
const requests = (name: string) => sent.filter(([request]) => request === name);

beforeEach(() => {
  sent = [];
  answers = [];
  clearToasts();
});

test("several requests are asked for once, and each is repeated once it is confirmed (SIGN-007 partly)", async () => {
  await open();
  expect(all("[role=dialog]")).toHaveLength(1);
  await fill("Password", "wrong");
  await click("Confirm");
  await eventually(() => expect(document.body.textContent).toContain("This is not your password."));
  expect(answers).toEqual([]);
  await fill("Password", "secret");
  await click("Confirm");
  await eventually(() => expect([...answers].sort()).toEqual(["saved 10", "saved 20"]));
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(requests("POST /accounts/confirm/").map(([, body]) => body)).toEqual([
    { password: "wrong" },
    { password: "secret" },
  ]);
  const changes = requests(POLICY).map(([, body]) => JSON.stringify(body));
  expect(changes.sort()).toEqual(
    [10, 10, 20, 20].map((minutes) => JSON.stringify({ idle_minutes: minutes })),
  );
});

test("whoever cancels reads that nothing was changed (SIGN-007 partly)", async () => {
  for (const cancel of [() => press("Escape"), () => click("Cancel")]) {
    sent = [];
    answers = [];
    await open();
    await cancel();
    const words = "You did not confirm that it is you, so nothing was changed.";
    await eventually(() => expect(answers).toEqual([words, words]));
    expect(requests(POLICY)).toHaveLength(2);
    expect(requests("POST /accounts/confirm/")).toEqual([]);
  }
});

test("where a factor is needed, the password is not offered (SIGN-007 partly)", async () => {
  await open({ needsFactor: true, methods: ["password", "totp", "recovery_code"] });
  expect(field("Code")).toBeDefined();
  expect(control("Use your password")).toBeUndefined();
  await click("Use a recovery code");
  await fill("Recovery code", "aaaa-bbbb");
  await click("Confirm");
  await eventually(() => expect(answers).toHaveLength(2));
  expect(requests("POST /accounts/confirm/").map(([, body]) => body)).toEqual([{ code: "aaaa-bbbb" }]);
});

/** The window of the identity provider, as far as the page hears of it. */
const openedWindow = () => {
  const provider = new BroadcastChannel("mcc-sso-confirmation");
  onTestFinished(() => provider.close());
  return provider;
};
const AGAIN = "Sign in again with your identity provider";
const dialogText = () => find("[role=dialog]")?.textContent;

test("who signs in with an identity provider confirms there, in another window; then it is repeated (SIGN-007 partly)", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(window);
  await open({ methods: [], sso_url: "/sso/start?connection=5&confirm=1" });
  expect(all("[role=dialog] input")).toEqual([]);
  const provider = openedWindow();
  await click(AGAIN);
  expect(opened.mock.calls[0]?.[0]).toBe("/sso/start?connection=5&confirm=1");
  await eventually(() => expect(dialogText()).toContain("Waiting for your sign-in in the other window"));
  provider.postMessage({ problem: "You signed in there as somebody else." });
  await eventually(() => expect(dialogText()).toContain("You signed in there as somebody else"));
  expect([answers, dialogText()]).toEqual([[], expect.not.stringContaining("Waiting for")]);
  await click(AGAIN);
  confirmElsewhere();
  provider.postMessage({});
  await eventually(() => expect([...answers].sort()).toEqual(["saved 10", "saved 20"]));
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("a window that was closed, or that the browser did not open, is said, and leads on (SIGN-007 partly)", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  await open({ methods: [], sso_url: "/sso/start?connection=5&confirm=1" });
  await click(AGAIN);
  await eventually(() => expect(dialogText()).toContain("Your browser did not open the window."));
  const link = all("[role=dialog] a").find(({ textContent }) => textContent === "sign in in a new tab");
  expect([link?.getAttribute("href"), link?.getAttribute("target")]).toEqual([
    "/sso/start?connection=5&confirm=1",
    "_blank",
  ]);
  expect(localStorage.getItem("sso-confirmation-asked")).not.toBeNull();
  opened.mockReturnValue(window);
  await click(AGAIN);
  await eventually(() => expect(dialogText()).toContain("Waiting for"));
  expect(dialogText()).not.toContain("did not open");
  window.dispatchEvent(new Event("focus"));
  await eventually(() => expect(dialogText()).toContain("If you closed it, open it again."));
  // The window may be there still: what arrives late counts.
  confirmElsewhere();
  openedWindow().postMessage({});
  await eventually(() => expect(answers).toHaveLength(2));
});

test("of two tabs that ask, each goes on when one of them is confirmed (SIGN-007 partly)", async () => {
  await open({ methods: ["password"], sso_url: "/sso/start?connection=5&confirm=1" });
  confirmElsewhere();
  openedWindow().postMessage({});
  await eventually(() => expect([...answers].sort()).toEqual(["saved 10", "saved 20"]));
});

test("a provider that does not say when somebody signed in is not offered; who has nothing else reads what to do (SIGN-007 partly)", async () => {
  await open({ sso_silent: true });
  expect([control(AGAIN), field("Password")]).toEqual([undefined, expect.anything()]);
  expect(dialogText()).toContain("does not say when you signed in there");
  await click("Cancel");
  await eventually(() => expect(answers).toHaveLength(2));
  answers = [];
  await open({ sso_silent: true, methods: [] });
  expect(all("[role=dialog] input")).toEqual([]);
  expect(dialogText()).toContain("choose Forgot password?");
  await click("Close");
  await eventually(() => expect(answers).toHaveLength(2));
});

test("who has a factor that cannot be used here, and nothing else, reads who resets it (SIGN-007 partly, SIGN-012 partly)", async () => {
  await open({ needsFactor: true, methods: ["password"] });
  expect(all("[role=dialog] input")).toEqual([]);
  expect(dialogText()).toContain("ask your administrator to reset your second factors");
  expect(dialogText()).not.toContain("Forgot password?");
  await click("Close");
  await eventually(() => expect(answers).toHaveLength(2));
});
