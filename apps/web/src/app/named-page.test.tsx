import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { authState } from "../platform/session/auth-state.ts";
import { resetState } from "../platform/state/reset-state.ts";
import { loadConfig } from "../platform/theme/runtime-config.ts";
import { all, click, eventually, fill, find, setWidth } from "../testing/page-events.ts";
import { Application } from "./application.tsx";

const OOPS = "Oops, something went wrong. Please log in below to access this website.";
const WRONG =
  "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.";
const USER = person({ company: companyWith(true, true, null) });
const CONFIG = {
  theme: { base_url: "/theme/", key: "key" },
  provider: { email: "help@example.com", phone: "1", terms_url: "/terms", privacy_url: "/privacy" },
  ...{ demo: false, environment: "test" },
};

/** What the page has asked the server for. */
let asked: string[] = [];
const respond = async (address: string, { body }: RequestInit = {}): Promise<Response> => {
  if (address === "/config.json") return Response.json(CONFIG);
  const { pathname } = new URL(address);
  asked.push(pathname);
  if (pathname === "/accounts/v2/user/") return Response.json({ ...USER, token: "secret" });
  if (pathname !== "/accounts/user-token/") return Response.json({ detail: "Not found." }, { status: 404 });
  const isRight = JSON.parse(String(body)).password === "right";
  return isRight
    ? Response.json({ token: "secret", user: USER })
    : Response.json({ detail: WRONG }, { status: 401 });
};

beforeEach(async () => {
  asked = [];
  setWidth(1440);
  vi.stubGlobal("fetch", respond);
  localStorage.clear();
  sessionStorage.clear();
  resetState();
  await loadConfig();
});

/** The product at an address, as after a click on a link in an e-mail. */
const open = (address: string, user: typeof USER | null = null): void => {
  history.pushState(null, "", address);
  if (user) {
    localStorage.setItem("am-token", "secret");
    authState.user.put(user as never);
  }
  document.body.replaceChildren();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
  });
  root.render(<Application />);
};
const isAtLogin = () => eventually(() => expect(find("[autocomplete=current-password]")).not.toBeNull());
const logIn = async (password: string) => {
  await fill("Username or email address", "pat");
  await fill("Password", password);
  await click("Log in");
};
const isAt = (address: string, request: string) =>
  eventually(() => {
    expect(location.pathname + location.search).toBe(address);
    expect(asked).toContain(request);
  });

test("a link of an e-mail asks for the sign-in as usual, and then opens its page (AUTH-007 partly)", async () => {
  open("/?next=%2Forders%2FAC-1%3Ffrom%3Dmail");
  await isAtLogin();
  expect(document.body.textContent).not.toContain(OOPS);
  await logIn("wrong");
  await eventually(() => expect(find("[role=alert]")?.textContent).toContain(WRONG));
  expect(document.body.textContent).not.toContain(OOPS);
  await logIn("right");
  await isAt("/orders/AC-1?from=mail", "/orders/AC-1/");
});

test("a reader who is signed in gets the page at once, in place of the address of the link", async () => {
  const push = vi.spyOn(history, "pushState");
  onTestFinished(() => push.mockRestore());
  open("/?next=%2Forders%2FAC-1", USER);
  await isAt("/orders/AC-1", "/orders/AC-1/");
  expect(push).toHaveBeenCalledOnce(); // by the link itself
  expect(asked).not.toContain("/home/");
});

test("the API's address of the pending orders opens Pending Approvals, and no order of that number", async () => {
  open("/orders/pending", USER);
  await isAt("/pending-approvals", "/orders/pending/");
  expect(document.body.textContent).not.toContain("Order pending");
});

test.each([
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "javascript:alert(1)",
  "orders",
])("a link that names %j leads to the home page", async (hostile) => {
  open(`/?next=${encodeURIComponent(hostile)}`);
  await isAtLogin();
  await logIn("right");
  await eventually(() => expect(asked).toContain("/home/"));
  expect([location.origin, location.pathname]).toEqual(["https://manager.acme.example", "/"]);
});

test("any other address of the portal still greets with Oops (AUTH-007)", async () => {
  open("/orders/AC-1");
  await isAtLogin();
  expect(all("p").map(({ textContent }) => textContent)).toContain(OOPS);
});
