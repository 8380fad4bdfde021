import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call } from "../platform/api/call.ts";
import { authState } from "../platform/session/auth-state.ts";
import { acceptSignIn, startSession } from "../platform/session/session.ts";
import { closeModal, getGlobals, openModal, setGlobals } from "../platform/state/globals.ts";
import { control, eventually, find, texts } from "../testing/page-events.ts";
import { renderPage } from "../testing/render-page.tsx";
import { loadTestConfig } from "../testing/runtime-config.ts";
import { Application } from "./application.tsx";
import { preloadDocuments } from "./browser/preload-documents.ts";
import { preloadScreen } from "./lazy-screens.ts";
import { state } from "./shared-state.ts";

beforeAll(async () => {
  await loadTestConfig();
  await preloadScreen("signed-out");
});
beforeEach(() => history.replaceState(null, "", "/"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The product with the splash, as it starts; the current user is asked for and answered. */
const start = (token: string | null, answer: () => Response) => {
  renderPage(Application, person(), () => undefined);
  const asked: { url: string; authorization: string | null }[] = [];
  vi.stubGlobal("fetch", (url: string, { headers }: RequestInit) => {
    asked.push({ url, authorization: new Headers(headers).get("authorization") });
    return Promise.resolve(answer());
  });
  authState.user.put(null as never);
  setGlobals({ splash: true });
  if (token === null) localStorage.removeItem("am-token");
  else localStorage.setItem("am-token", token);
  return asked;
};
const splash = () => find("[role=status] img");

test.each([400, 401, 403])(
  "a response of %i at start-up hides the splash screen and removes the user; it is asked for with the JWT header (AUTH-019, AUTH-020)",
  async (status) => {
    const asked = start("secret", () => Response.json({ detail: "no" }, { status }));
    await eventually(() => expect(splash()?.getAttribute("src")).toBe("/logo.svg"));
    startSession(() => 2000);
    await eventually(() => expect(control("Log in")).toBeDefined());
    expect(asked).toEqual([
      { url: expect.stringMatching(/\/accounts\/v2\/user\/$/), authorization: "JWT secret" },
    ]);
    expect(splash()).toBeNull();
    expect(localStorage.getItem("am-token")).toBeNull();
    expect(authState.user.get()).toBeNull();
  },
);

test.each([currentUser, orderList.page] as Endpoint[])(
  "a 401 response to any request during the session removes the user, and the login page says Oops: $path (AUTH-023 partly, AUTH-024)",
  async (endpoint) => {
    history.replaceState(null, "", "/sites");
    sessionStorage.clear();
    let status = 503;
    start("secret", () => Response.json({ detail: "no" }, { status }));
    startSession(() => 60_000);
    // Signed in, and the session ends elsewhere.
    acceptSignIn({ token: "secret", user: person() as never });
    status = 401;
    await expect(call(endpoint, { query: {} } as never)).rejects.toThrow();
    await eventually(() => expect(control("Log in")).toBeDefined());
    expect(document.body.textContent).toContain("Oops, something went wrong.");
    expect(authState.user.get()).toBeNull();
    expect(localStorage.getItem("am-token")).toBeNull();
  },
);

test.each([
  ["/reset-password", "Create Password"],
  ["/reset-password/", "Create Password"],
  ["/reset-passwordfoo", "Management Control Center"],
])("only the path of the password link opens its screen: %s", async (path, title) => {
  history.replaceState(null, "", `${path}?token=old`);
  start(null, () => Response.json({}, { status: 404 }));
  startSession(() => 2000);
  await eventually(() => expect(texts("h1")).toEqual([title]));
});

test("without a token the splash screen is hidden and no user is stored (AUTH-021)", async () => {
  const asked = start(null, () => Response.json({}));
  startSession(() => 2000);
  await eventually(() => expect(control("Log in")).toBeDefined());
  expect(splash()).toBeNull();
  expect(asked).toEqual([]);
  expect(authState.user.get()).toBeNull();
});

test("if the user cannot be loaded, the splash screen with the logo stays until they are (AUTH-022, SHELL-014)", async () => {
  const user = person({ company: companyWith(true, true, null) });
  const asked = start("secret", () => Response.json({}, { status: 503 }));
  await eventually(() => expect(splash()).not.toBeNull());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  startSession(() => 2000);
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toHaveLength(1);
  expect(splash()?.getAttribute("src")).toBe("/logo.svg");
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  expect(getGlobals().splash).toBe(true);
  expect(splash()).not.toBeNull();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(user)));
  await vi.advanceTimersByTimeAsync(2000);
  expect(getGlobals().splash).toBe(false);
  expect(authState.user.get()).toEqual(user);
});

test("on every page but /documents, the documents are loaded at start-up, newest first (SHELL-037)", async () => {
  const member = person({ company: companyWith(true, true, null) });
  const queries: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    queries.push(new URL(url).pathname.replace(/^\/api/, "") + new URL(url).search);
    return Promise.resolve(
      Response.json({ count: 0, next: null, previous: null, current_url: "", results: [] }),
    );
  });
  state.documents.preload.set(true);
  await preloadDocuments(member, "/documents");
  expect(queries).toEqual([]);
  await preloadDocuments(member, "/orders");
  expect(queries).toEqual([expect.stringMatching(/^\/documents\/\?.*ordering=-order_date/)]);
});

test("recovery codes stay on the screen until they are closed; then the decision of an e-mail opens (SIGN-001 partly)", async () => {
  history.replaceState(null, "", "/decide/a-token/sign-in");
  await preloadScreen("enrollment");
  const asked = start("secret", () => Response.json({ detail: "no" }, { status: 404 }));
  setGlobals({ splash: false });
  authState.user.put(person() as never);
  openModal({ title: "Your recovery codes", content: "1111-2222" });
  await eventually(() => expect(texts("[role=dialog]").join()).toContain("1111-2222"));
  await eventually(() => expect(texts("h1").join()).toContain("second factor"));
  expect(asked.some(({ url }) => url.includes("/decision-links/"))).toBe(false);
  closeModal();
  await eventually(() => expect(asked.some(({ url }) => url.includes("/decision-links/"))).toBe(true));
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});
