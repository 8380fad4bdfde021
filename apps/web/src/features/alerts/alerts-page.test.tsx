import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "../../platform/page/toast.ts";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, field, find, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { AlertBell } from "./alert-bell.tsx";
import { alertSpreadsheet } from "./alerts-columns.tsx";
import { AlertsPage } from "./alerts-page.tsx";

const user = person({ company: companyWith(true, true, null) });
const alert = (id: number, more: object = {}) => ({
  ...{
    id,
    site: "Rig 93",
    site_groups: [],
    order: { identifier: `AC-${id}` },
    user: "pat",
    user_name: "Pat Doe",
  },
  ...{ content: `Order AC-${id} was placed`, created: "2026-11-13T12:00:00.000Z", unread: false, ...more },
});
const LONG = "10 orders were placed for Rig 93 on Nov 13 2026";

const sent: { method: string; path: string; body: unknown }[] = [];
/** Two alerts of which the newest is unread, until it is marked. */
const server =
  ({ alerts = [alert(8, { unread: true }), alert(7, { order: null, content: LONG })] } = {}): TestServer =>
  ({ method, url, body }) => {
    const path = url.pathname.replace("/api", "");
    if (path.startsWith("/accounts/preferences/")) return { value: null };
    if (path.startsWith("/lists/")) return { results: [] };
    const isRead = sent.length > 0;
    const now = alerts.map((one) => (isRead ? { ...one, unread: false } : one));
    if (method !== "GET") {
      sent.push({ method, path, body });
      return { count: 0, newest: null, more: false };
    }
    if (path === "/alerts/unread/count/")
      return isRead || alerts.length === 0 ? { count: 0, newest: null } : { count: 1, newest: 8 };
    if (path === "/alerts/latest/") return { results: now };
    return path === "/alerts/" ? onePage(now) : undefined;
  };

beforeEach(() => {
  setWidth(1600);
  sent.length = 0;
  vi.restoreAllMocks();
});

const showAlerts = async () => {
  const page = renderPage(AlertsPage, user, server(), { route: "/alerts", at: "/alerts" });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  return page;
};

test("the page is labelled Company > Alerts, with a link, an export button and its columns (ALERT-001, ALERT-002, ALERT-004)", async () => {
  await showAlerts();
  expect(texts("header p, h1")).toEqual(["Company", "Alerts"]);
  expect(control("Configure Rules")?.getAttribute("href")).toBe("/alerts/configure");
  expect(control("Export")).toBeDefined();
  expect(texts("thead th").map((text) => text?.trim())).toEqual([
    "Site",
    "Order",
    "User",
    "Content",
    "Created",
  ]);
  expect(find("th[aria-sort=descending]")?.textContent).toContain("Created");
});

test("an order number leads to the order, and an alert without one has none (ALERT-003)", async () => {
  await showAlerts();
  expect(control("AC-8")?.getAttribute("href")).toBe("/orders/AC-8");
  expect(texts("[data-row]")[1]).toContain("N.A.");
  expect(texts("[data-row]")[1]).toContain("Pat Doe");
});

test("opening an alert marks it as read and shows its order", async () => {
  const page = await showAlerts();
  expect(all("[data-unread]").map(({ textContent }) => textContent)).toEqual([
    "Unread: Order AC-8 was placed",
  ]);
  all("[data-row]")[0]?.click();
  await eventually(() => expect(page.path()).toBe("/orders/AC-8"));
  expect(sent).toEqual([{ method: "POST", path: "/alerts/8/read/", body: undefined }]);
});

test("all alerts are marked as read, up to the newest that was counted", async () => {
  const success = vi.spyOn(toast, "success");
  await showAlerts();
  await eventually(() => expect(control("Mark all as read")).toBeDefined());
  await click("Mark all as read");
  await eventually(() => expect(success).toHaveBeenCalledWith("Alerts marked as read"));
  expect(sent).toEqual([{ method: "POST", path: "/alerts/read/", body: { newest: 8 } }]);
  await eventually(() => {
    expect(all("[data-unread]")).toHaveLength(0);
    expect(control("Mark all as read")).toBeUndefined();
  });
});

const admin = person({ company: companyWith(true, true, null), is_company_admin: true });
const OTHER = {
  id: 6,
  user: "ann",
  user_name: "Ann Lee",
  content: "Order AC-8 was placed on a Saturday",
  unread: false,
};
const several = [
  alert(8, { unread: true, others: { count: 1, alerts: [{ ...OTHER, created: alert(8).created }] } }),
];

test("alerts open on the user's own, with all of their text; those of one order are one entry that can be opened (WORK-014)", async () => {
  const asked: (string | null)[] = [];
  const answer = server({ alerts: several });
  const page = renderPage(
    AlertsPage,
    admin,
    (request) => {
      if (request.url.pathname.endsWith("/alerts/")) asked.push(request.url.searchParams.get("entries"));
      return answer(request);
    },
    { route: "/alerts", at: "/alerts" },
  );
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(asked).toEqual(["own"]);
  const more = "1 more alert of order AC-8";
  expect(control(more)?.getAttribute("aria-expanded")).toBe("false");
  expect(find("[data-row]")?.textContent).not.toContain(OTHER.content);
  await click(more);
  await eventually(() => expect(find("[data-row]")?.textContent).toContain(OTHER.content));
  expect(control(more)?.getAttribute("aria-expanded")).toBe("true");
  // It was read, and the page has not been left.
  await eventually(() => expect(sent.map(({ path }) => path)).toEqual(["/alerts/8/read/"]));
  expect(page.path()).toBe("/alerts");
  field("Everyone's")?.click();
  await eventually(() => expect(asked.at(-1)).toBe("everyone"));
});

test("the text of an alert is not cut in a table", async () => {
  await showAlerts();
  expect(texts("[data-row]")[1]).toContain(LONG);
});

test("a list that cannot be loaded says so (ALERT-025 partly)", async () => {
  const error = vi.spyOn(toast, "error");
  renderPage(AlertsPage, user, ({ url }) =>
    url.pathname.includes("/alerts/") ? undefined : { value: null },
  );
  await eventually(() =>
    expect(error).toHaveBeenCalledWith("There has been an error while retrieving data. Try again later"),
  );
});

test("on a phone, alerts are cards with all of their text", async () => {
  setWidth(390);
  await showAlerts();
  expect(find("table")).toBeNull();
  expect(document.body.textContent).toContain(LONG);
});

test("the spreadsheet has the same columns for everybody (ALERT-007)", () => {
  expect(alertSpreadsheet.columns).toEqual([]);
  expect(alertSpreadsheet.before?.map(({ id, value }) => [id, value(alert(8) as never)])).toEqual([
    ["site", "Rig 93"],
    ["order", "AC-8"],
    ["user", "pat"],
    ["alert_events_feed", "Order AC-8 was placed"],
    ["created", "2026-11-13T12:00:00.000Z"],
  ]);
});

test("the bell counts unread alerts, and its panel shows the newest and marks all as read (WORK-020 partly)", async () => {
  const page = renderPage(AlertBell, user, server());
  await eventually(() => expect(control("Alerts, 1 unread")?.textContent).toBe("1"));
  await click("Alerts, 1 unread");
  await eventually(() => expect(all("[role=dialog] li")).toHaveLength(2));
  expect(control("See all alerts")?.getAttribute("href")).toBe("/alerts");
  expect(control("Mark all as read")).toBeDefined();
  all("[role=dialog] li button")[0]?.click();
  await eventually(() => {
    expect(page.path()).toBe("/orders/AC-8");
    expect(sent).toEqual([{ method: "POST", path: "/alerts/8/read/", body: undefined }]);
    expect(control("Alerts")).toBeDefined();
  });
});

test("the name of the bell has the number that it shows, also where that is short for a larger one", async () => {
  const answer = server();
  renderPage(AlertBell, user, (request) =>
    request.url.pathname.endsWith("/alerts/unread/count/") ? { count: 342, newest: 8 } : answer(request),
  );
  await eventually(() => expect(control("Alerts, 99+ unread")?.textContent).toBe("99+"));
});

test("the bell of a user without alerts says so", async () => {
  renderPage(AlertBell, user, server({ alerts: [] }));
  await eventually(() => expect(control("Alerts")).toBeDefined());
  await click("Alerts");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("You have no alerts yet."));
});
