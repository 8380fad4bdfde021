import { person } from "@mcc/contract/testing/people.ts";
import { onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { queryClient } from "../../platform/api/query-client.ts";
import { all, control, eventually, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { AnalyticsPage } from "./analytics-page.tsx";

const user = person({ enable_analytics: true, username: "dana", ecommerce_username: "dana-shop" });
const FOUR = ["total-spend", "open-orders", "order-status", "service-quality"].map((name) => ({
  label: name.replace("-", " "),
  url: `/dashboards/${name}`,
  token: `token-of-${name}`,
}));
const asked: { method: string; path: string; body: unknown }[] = [];

/** Responds with these analytics, and with nothing else. */
const serverWith =
  (analytics: unknown): TestServer =>
  ({ method, url, body }) => {
    const path = url.pathname.replace("/api", "");
    asked.push({ method, path, body });
    return path === "/accounts/user/analytics/" ? analytics : undefined;
  };
const domo = (dashboards: readonly object[]) => ({
  analytics_source: "DOMO",
  looker_dashboard_url: null,
  domo_dashboards: dashboards,
});
const show = (server: TestServer, at = "/analytics") =>
  renderPage(AnalyticsPage, user, server, { route: "/analytics", at });
const frames = () => all("iframe") as HTMLIFrameElement[];

beforeEach(() => {
  setWidth(1600);
  asked.length = 0;
});
afterEach(() => vi.restoreAllMocks());

test("the page is called Analytics, of the company, and asks with the ecommerce username (ANA-001, ANA-010)", async () => {
  show(serverWith(domo(FOUR)));
  await eventually(() => expect(frames()).toHaveLength(1));
  expect(texts("h1")).toEqual(["Analytics"]);
  expect(texts("header p")).toEqual(["Company"]);
  expect(asked[0]).toEqual({
    method: "POST",
    path: "/accounts/user/analytics/",
    body: { username: "dana-shop" },
  });
});

test("a dashboard begins to load once there is a connection, never on the browser's error page (WORK-017 partly)", async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  const analytics = domo(FOUR.slice(0, 1));
  show((request) => {
    // The line is cut while the dashboards are asked for.
    setTimeout(() => onlineManager.setOnline(false));
    return serverWith(analytics)(request);
  });
  await eventually(() => expect(document.body.textContent).toContain("You're offline."));
  expect(frames()).toHaveLength(0);
  onlineManager.setOnline(true);
  await eventually(() => expect(frames()).toHaveLength(1));
});

test("LOOKER is one embed of its address, 100% wide and 2198 px high (ANA-002, ANA-003)", async () => {
  const url = "https://looker.example.com/embed/dashboards/42";
  show(serverWith({ analytics_source: "LOOKER", looker_dashboard_url: url, domo_dashboards: FOUR }));
  await eventually(() => expect(frames()).toHaveLength(1));
  const [frame] = frames();
  expect([frame?.getAttribute("src"), frame?.width, frame?.height]).toEqual([url, "100%", "2198"]);
  expect(frame?.getAttribute("sandbox")).not.toContain("allow-top-navigation");
  expect(all("[role=tab]")).toHaveLength(0);
});

test("DOMO is one embed for each entry, in tabs when there are several (ANA-002, ANA-004, ANA-005)", async () => {
  show(serverWith(domo(FOUR)));
  await eventually(() => expect(texts("[role=tab]")).toEqual(FOUR.map(({ label }) => label)));
  for (const [at, { url, token }] of FOUR.entries()) {
    (all("[role=tab]")[at] as HTMLElement).click();
    await eventually(() =>
      expect(frames().map((frame) => frame.getAttribute("src"))).toEqual([`${url}#${token}`]),
    );
  }
});

test("a single entry of DOMO has no tabs (ANA-005)", async () => {
  show(serverWith(domo(FOUR.slice(1, 2))));
  await eventually(() => expect(frames()).toHaveLength(1));
  expect(frames()[0]?.getAttribute("src")).toBe("/dashboards/open-orders#token-of-open-orders");
  expect(all("[role=tab]")).toHaveLength(0);
});

test.each([
  ["3", 2],
  ["1", 0],
  ["0", 0],
  ["5", 0],
  ["two", 0],
])("?tab=%s selects a tab, counted from 1 (ANA-006)", async (tab, at) => {
  show(serverWith(domo(FOUR)), `/analytics?tab=${tab}`);
  await eventually(() => expect(frames()).toHaveLength(1));
  expect(all("[role=tab]").map((each) => each.getAttribute("aria-selected"))).toEqual(
    FOUR.map((_, index) => String(index === at)),
  );
});

test("a chosen tab is in the address (ANA-006)", async () => {
  const { search } = show(serverWith(domo(FOUR)));
  await eventually(() => expect(all("[role=tab]")).toHaveLength(4));
  (all("[role=tab]")[3] as HTMLElement).click();
  await eventually(() => expect(search()).toEqual({ tab: "4" }));
});

test("a dashboard elsewhere gets its token as a form, not in its address", async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => undefined);
  const url = "https://public.domo.com/embed/pages/1";
  show(serverWith(domo([{ label: "Spend", url, token: "given" }])));
  await eventually(() => expect(submit).toHaveBeenCalledOnce());
  const form = all("form")[0] as HTMLFormElement;
  expect([form.method, form.getAttribute("action"), form.target]).toEqual(["post", url, frames()[0]?.name]);
  expect(new FormData(form).get("embedToken")).toBe("given");
  expect(frames()[0]?.getAttribute("src")).toBeNull();
});

test("addresses of scripts, and of pages that are not encrypted, are never embedded", async () => {
  const bad = [
    "javascript:alert(1)",
    "http://domo.example.com/",
    "data:text/html,x",
    "//elsewhere.example.com/",
  ];
  show(serverWith(domo(bad.map((url) => ({ label: url, url, token: "" })))));
  await eventually(() => expect(document.body.textContent).toContain("There are no dashboards to show."));
  expect(frames()).toEqual([]);
  show(serverWith({ analytics_source: "LOOKER", looker_dashboard_url: bad[0], domo_dashboards: [] }));
  await eventually(() => expect(document.body.textContent).toContain("There are no dashboards to show."));
  expect(frames()).toEqual([]);
});

test("a failure is only logged: the page says nothing of it (ANA-013)", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  show(serverWith(Response.json({ detail: "You do not have access to this page." }, { status: 403 })));
  await eventually(() => expect(log).toHaveBeenCalledWith("Error fetching analytics...", expect.anything()));
  await eventually(() => expect(document.body.textContent).toContain("There are no dashboards to show."));
  expect(all("[role=alert]")).toEqual([]);
  expect(document.body.textContent).not.toContain("access");
});

test("Export Data has the tooltip Export To Excel and is disabled while an export runs (ANA-008, ANA-009)", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answered = Promise.withResolvers<void>();
  const server = serverWith(domo(FOUR));
  show(server);
  const fetched = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (address.includes("/analytics/dashboards/")) await answered.promise;
    return fetched(address, init);
  });
  const button = () => control("Export Data") as HTMLButtonElement;
  await eventually(() => expect(button()).toBeDefined());
  expect(button().dataset.tooltip).toBe("Export To Excel");
  expect(button().disabled).toBe(false);
  button().click();
  await eventually(() => expect(button().disabled).toBe(true));
  answered.resolve();
  // The server of this test has no numbers: the export fails, which is logged.
  await eventually(() => expect(button().disabled).toBe(false));
  expect(log).toHaveBeenCalledWith("Error exporting analytics...", expect.anything());
});

test("a new token replaces the one in the address of the dashboard, without loading it again", async () => {
  let round = 1;
  show((request) =>
    serverWith(domo([{ label: "A", url: "/dashboards/total-spend", token: `token-${round}` }]))(request),
  );
  await eventually(() => expect(frames()).toHaveLength(1));
  const [frame] = frames();
  const replace = vi.fn();
  vi.spyOn(frame as HTMLIFrameElement, "contentWindow", "get").mockReturnValue({
    location: { replace },
  } as never);
  round = 2;
  await queryClient.invalidateQueries();
  await eventually(() => expect(replace).toHaveBeenCalledWith("/dashboards/total-spend#token-2"));
  expect(frames()).toEqual([frame]);
  expect(frame?.getAttribute("src")).toBe("/dashboards/total-spend#token-1");
});

test("a dashboard whose server cannot be reached says so, and is tried again or opened in a tab", async () => {
  const url = "https://looker.example.com/embed/dashboards/42";
  let reached = false;
  show(serverWith({ analytics_source: "LOOKER", looker_dashboard_url: url, domo_dashboards: [] }));
  const fetched = globalThis.fetch;
  const probed: string[] = [];
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit) => {
    if (!String(address).startsWith("https://looker.example.com")) return fetched(String(address), init);
    probed.push(String(address));
    if (!reached) throw new TypeError("Failed to fetch");
    return new Response();
  });
  await eventually(() =>
    expect(all("[role=alert]")[0]?.textContent).toContain("The dashboard does not load."),
  );
  expect(frames()).toEqual([]);
  // The address itself may be valid once.
  expect(probed).toEqual(["https://looker.example.com/"]);
  expect(control("Open in a new tab")?.getAttribute("href")).toBe(url);
  reached = true;
  control("Try again")?.click();
  await eventually(() => expect(frames().map((frame) => frame.getAttribute("src"))).toEqual([url]));
  expect(all("[role=alert]")).toEqual([]);
});
