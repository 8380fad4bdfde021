import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { LoginPage } from "../../features/sign-in/login-page.tsx";
import { loadConfig } from "../../platform/theme/runtime-config.ts";
import { control, eventually } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ignoreLinksWhileOffline } from "./offline-links.ts";

const SHOP = "https://shop.example.com/";
const CONFIG = {
  theme: { base_url: "/theme/", key: "key" },
  provider: { email: "help@example.com", phone: "1", terms_url: "/terms", privacy_url: "/privacy" },
  ...{ demo: false, environment: "test" },
};

/** Whether the browser follows; after our own code the test keeps the page where it is. */
let isFollowed: boolean | undefined;

const stay = (event: Event): void => {
  isFollowed = !event.defaultPrevented;
  event.preventDefault();
};

beforeAll(() => {
  ignoreLinksWhileOffline();
  document.addEventListener("click", stay);
});
afterEach(() => vi.restoreAllMocks());
// The next file of this worker has the same document.
afterAll(() => document.removeEventListener("click", stay));

const setOnline = (isOnline: boolean) => void vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
const follows = (link: Element | undefined, how: MouseEventInit = {}): boolean | undefined => {
  isFollowed = undefined;
  link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));
  return isFollowed;
};

test("Go back to shop and the forgotten password are not followed without a connection, and are when it is back (WORK-017 partly)", async () => {
  vi.stubGlobal("fetch", async () => Response.json(CONFIG));
  await loadConfig();
  const company = { ...companyWith(null, null, null), ecommerce_url: SHOP };
  renderPage(LoginPage, person({ company }), () => undefined);
  const links = () => [control("Go back to shop"), control("Forgot your password?")];
  await eventually(() => expect(links()).not.toContain(undefined));
  expect(links().map((link) => link?.getAttribute("href"))).toEqual([SHOP, "/forgot-password"]);
  setOnline(false);
  expect(links().map((link) => follows(link))).toEqual([false, false]);
  setOnline(true);
  expect(links().map((link) => follows(link))).toEqual([true, true]);
});

test.each([
  ["a link to another website", "ignored", { href: SHOP }],
  ["a link to another document of the portal", "ignored", { href: "/mailbox" }],
  ["a link within the page", "followed", { href: "#content" }],
  ["a link to an e-mail address", "followed", { href: "mailto:help@example.com" }],
  ["a link to a new tab", "ignored", { href: SHOP, target: "_blank" }],
  ["a link to a file that is there already", "followed", { href: "blob:https://a/1", download: "a.csv" }],
])("without a connection %s is %s (WORK-017 partly)", (_, result, attributes) => {
  const link = document.createElement("a");
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.replaceChildren(link);
  setOnline(false);
  const isIgnored = result === "ignored";
  expect(follows(link)).toBe(!isIgnored);
  // In a new tab or window, too.
  for (const key of ["ctrlKey", "metaKey", "shiftKey"])
    expect(follows(link, { [key]: true })).toBe(!isIgnored);
  const middle = new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 1 });
  link.dispatchEvent(middle);
  expect(middle.defaultPrevented).toBe(isIgnored);
});
