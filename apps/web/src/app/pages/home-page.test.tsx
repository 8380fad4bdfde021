import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { orderRow } from "../../testing/order-rows.ts";
import { all, click, control, eventually, find, press, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { loadTestConfig } from "../../testing/runtime-config.ts";
import { refusal } from "../../testing/site-server.ts";
import { HomePage } from "./home-page.tsx";

beforeAll(() => loadTestConfig());
beforeEach(() => {
  setWidth(1440);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-16T12:00:00Z") });
  return () => vi.useRealTimers();
});

const company = companyWith(true, true, null);
const approver = person({ is_approver: true, company });
const regular = person({ company });
const alertRow = (id: number) => ({
  ...{
    id,
    site: "Rig 93 Cotulla",
    site_groups: [],
    order: null,
    user: "pat",
    user_name: "Pat Doe",
    unread: false,
  },
  content: `Alert ${id}`,
  created: "2026-11-15T09:30:00.000Z",
});
const SPEND = {
  unit: "day",
  periods: [
    { start: "2026-11-15", orders: 2, total: "40.00", before: null },
    { start: "2026-11-16", orders: 0, total: "0.00", before: null },
  ],
  orders: 2,
  total: "40.00",
  before: null,
};
const HOME = {
  sites: 14,
  pending: 9,
  needs_user: { count: 0, results: [] as unknown[] },
  orders: { count: 2_345, results: [orderRow(1), orderRow(2)] },
  alerts: { count: 67, results: [alertRow(1)] },
  attention: null,
  late_orders: null,
  first_steps: null,
  orders_before: null,
  alerts_before: null,
  spend: SPEND,
};
const ATTENTION = {
  ...{ pending: 0, overdue: 0, unassigned: 0, never_signed_in: 0, failed_imports: 0 },
  ...{ failing_deliveries: 0, sites_without_approver: 0, since: "2026-10-17T00:00:00.000Z" },
};
const admin = person({ is_company_admin: true, company });

const pathOf = ({ pathname }: URL): string => pathname.replace(/^\/api/, "");

type Answers = Readonly<Record<string, unknown>>;

/** A server with counts of its own for each tile; parts of its answer can be others. */
const homeServer = (home: Partial<Record<keyof typeof HOME, unknown>> = {}, answers: Answers = {}) => {
  const asked: URL[] = [];
  const usual: Answers = {
    "/home/": { ...HOME, ...home },
    "/accounts/preferences/home:first-steps/": { value: null },
    ...answers,
  };
  const server: TestServer = ({ url }) => {
    asked.push(url);
    const answer = usual[pathOf(url)];
    return typeof answer === "function" ? answer(url) : answer;
  };
  /** The query of the last request to a path. */
  const lastQuery = (path: string) => {
    const url = asked.findLast((one) => pathOf(one) === path);
    return url && Object.fromEntries(url.searchParams);
  };
  return { server, lastQuery, paths: () => asked.map(pathOf) };
};

/** Whatever it filters. */
const link = (path: string) => find<HTMLAnchorElement>(`a[href="${path}"], a[href^="${path}?"]`);
const tile = (href: string) => link(href)?.textContent;
const card = (title: string) =>
  all("section").find((one) => one.querySelector("h2")?.textContent === title) as HTMLElement;
const cells = (title: string) =>
  [...card(title).querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map(({ textContent }) => textContent),
  );
const headers = (title: string) =>
  [...card(title).querySelectorAll("th")].map(({ textContent }) => textContent);

test("four tiles lead to their pages and have their counts, by one request for the whole page (HOME-001)", async () => {
  const { server, paths } = homeServer();
  renderPage(HomePage, approver, server);
  await eventually(() => expect(tile("/alerts")).toBe("Sent Alerts67"));
  await eventually(() =>
    expect(["/sites", "/pending-approvals", "/orders"].map(tile)).toEqual([
      "Company Sites14",
      "Pending Approvals9",
      "In Company Orders2,345",
    ]),
  );
  expect(paths()).toEqual(["/home/"]);
});

test("only approvers have the tile of pending approvals (HOME-002)", async () => {
  for (const who of [regular, person({ is_company_admin: true, company })]) {
    const { server } = homeServer();
    renderPage(HomePage, who, server);
    await eventually(() => expect(tile("/alerts")).toBe("Sent Alerts67"));
    expect(link("/pending-approvals")).toBeNull();
  }
});

test("the tile warns when orders need the user's own approval (HOME-003)", async () => {
  const warning = () =>
    find('a[href="/pending-approvals"]')?.querySelector("[role=img]")?.getAttribute("aria-label");
  for (const [count, words] of [
    [3, "Some orders need your approval"],
    [0, undefined],
  ] as const) {
    const results = [orderRow(1), orderRow(2), orderRow(3)].slice(0, count);
    const { server } = homeServer({ needs_user: { count, results } });
    renderPage(HomePage, approver, server);
    await eventually(() => expect(tile("/sites")).toBe("Company Sites14"));
    await eventually(() => expect(warning()).toBe(words));
  }
});

test("the last orders have number, site, status, date and total, and link to the order and to all (HOME-006, HOME-007)", async () => {
  const order = orderRow(7, { order_date: "2026-11-13T16:47:00.000Z" });
  const { server } = homeServer({ orders: { count: 1, results: [order] } });
  renderPage(HomePage, regular, server);
  await eventually(() => expect(cells("Last 5 Orders")).toHaveLength(1));
  expect(headers("Last 5 Orders")).toEqual(["Order", "Site", "Status", "Order Date", "Total"]);
  expect(cells("Last 5 Orders")[0]).toEqual([
    ...["AC-7", "Rig 93 Cotulla", "Processing"],
    expect.stringContaining("Nov 13 2026"),
    "$9,464.74",
  ]);
  expect(card("Last 5 Orders").querySelector('a[href="/orders/AC-7"]')).not.toBeNull();
  expect(card("Last 5 Orders").querySelector('a[href="/orders"]')).not.toBeNull();
});

test("the last alerts have content and date, and link to all of them (HOME-004, HOME-008, HOME-009)", async () => {
  const { server } = homeServer();
  renderPage(HomePage, regular, server);
  await eventually(() => expect(cells("Last 5 Alerts")).toHaveLength(1));
  expect(headers("Last 5 Alerts")).toEqual(["Content", "Created"]);
  expect(cells("Last 5 Alerts")[0]).toEqual(["Alert 1", expect.stringContaining("Nov 15 2026")]);
  expect(card("Last 5 Alerts").querySelector('a[href="/alerts"]')).not.toBeNull();
  expect(texts("h2 span:first-child")).toEqual(["Last 5", "Last 5"]);
  expect(find("[role=slider]")).not.toBeNull();
});

test("the page is asked for the last 30 days, and its tiles lead to their orders and alerts (HOME-010, HOME-012)", async () => {
  const { server, lastQuery } = homeServer();
  renderPage(HomePage, admin, server);
  await eventually(() => expect(find("[role=slider]")?.getAttribute("aria-valuetext")).toBe("Last 30 days"));
  await eventually(() => expect(tile("/sites")).toBe("Company Sites14"));
  expect(lastQuery("/home/")).toEqual({ after: "2026-10-17", before: "2026-11-17" });
  const filtersOf = (path: string) => Object.fromEntries(new URL(link(path)?.href ?? "").searchParams);
  const window = ["2026-10-17T00:00:00.000Z", "2026-11-17T23:59:59.999Z"];
  expect(filtersOf("/orders")).toEqual({ orderDate_after: window[0], orderDate_before: window[1] });
  expect(filtersOf("/alerts")).toEqual({
    ...{ entries: "everyone", created_after: window[0], created_before: window[1] },
  });
  expect(texts(".mantine-Slider-markLabel")).toEqual([
    ...["7 days", "14 days", "30 days", "180 days", "365 days", "All Time"],
  ]);
});

test("another range asks again, and stands in the address; all time has no dates (HOME-011, HOME-013)", async () => {
  const { server, lastQuery } = homeServer(
    {},
    {
      "/home/": ({ searchParams }: URL) => ({
        ...HOME,
        orders: { count: searchParams.has("after") ? 5 : 500, results: [] },
      }),
    },
  );
  const page = renderPage(HomePage, regular, server);
  await eventually(() => expect(tile("/orders")).toBe("In Company Orders5"));
  find("[role=slider]")?.focus();
  await press("Home");
  await eventually(() => expect(page.search()).toEqual({ range: "7" }));
  await eventually(() => expect(lastQuery("/home/")).toEqual({ after: "2026-11-09", before: "2026-11-17" }));
  await press("End", find("[role=slider]") as Element);
  await eventually(() => expect(page.search()).toEqual({ range: "all" }));
  await eventually(() => expect(tile("/orders")).toBe("In Company Orders500"));
  expect(lastQuery("/home/")).toEqual({});
  expect(["/orders", "/alerts"].map((path) => link(path)?.search)).toEqual(["", ""]);
});

test("what cannot be fetched counts as no data, and the rest of the page works (HOME-019)", async () => {
  let answer: unknown = refusal(403, { detail: "No." });
  renderPage(HomePage, approver, homeServer({}, { "/home/": () => answer }).server);
  await eventually(() =>
    expect(["/sites", "/pending-approvals", "/orders", "/alerts"].map(tile)).toEqual([
      ...["Company SitesNo data", "Pending ApprovalsNo data"],
      ...["In Company OrdersNo data", "Sent AlertsNo data"],
    ]),
  );
  expect(find("[role=slider]")).not.toBeNull();
  answer = HOME;
  await click("Try again");
  await eventually(() => expect(tile("/sites")).toBe("Company Sites14"));
  expect(document.body.textContent).not.toContain("No data");
});

test("approvers see what waits for them, oldest first, with the total and the days", async () => {
  const order = orderRow(3, { order_date: "2026-11-09T10:00:00.000Z" });
  const { server } = homeServer({ needs_user: { count: 12, results: [order] } });
  renderPage(HomePage, approver, server);
  await eventually(() => expect(cells("12 orders need your approval")).toHaveLength(1));
  expect(cells("12 orders need your approval")[0]).toEqual([
    ...["AC-3", "Rig 93 Cotulla", "7 days", "$9,464.74"],
  ]);
  expect(link("/pending-approvals?requires_my_approval=true&ordering=orderDate")).not.toBeNull();
});

test("spend is a chart whose bars can be reached by keyboard, and a table", async () => {
  const { server } = homeServer();
  renderPage(HomePage, regular, server);
  await eventually(() => expect(card("Spend").querySelectorAll("[role=img]")).toHaveLength(2));
  const bars = () => [...card("Spend").querySelectorAll<HTMLElement>("[role=img]")];
  expect(bars().map((bar) => [bar.getAttribute("aria-label"), bar.tabIndex])).toEqual([
    ["Nov 15 2026: $40.00, 2 orders", -1],
    ["Nov 16 2026: no orders", 0],
  ]);
  bars()[1]?.focus();
  await press("ArrowLeft");
  expect(document.activeElement).toBe(bars()[0]);
  card("Spend").querySelector<HTMLElement>("input[value=Table]")?.click();
  await eventually(() =>
    expect(cells("Spend")).toEqual([
      ["Nov 16 2026", "0", "$0.00"],
      ["Nov 15 2026", "2", "$40.00"],
    ]),
  );
});

test.each([
  ["a user with analytics", regular, null],
  ["a company admin", admin, { ...ATTENTION, never_signed_in: 2 }],
] as const)(
  "home leads %s to the orders that have waited longer than usual, and to the approval times (REPT-006 partly)",
  async (_, who, attention) => {
    const late_orders = {
      ...{ orders: 1_200, usual: { hours: 6.25, since: "2026-08-01" } },
      pending_since_before: "2026-11-13T17:00:00.000Z",
    };
    const { server } = homeServer({ attention, late_orders });
    renderPage(HomePage, who, server);
    const links = await eventually(() => {
      const found = [...card("Needs attention").querySelectorAll("a")];
      expect(found).toHaveLength(attention ? 3 : 2);
      return found;
    });
    expect(links.slice(0, 2).map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
      [
        "1,200 orders have waited longer than usual",
        "/orders?status=Pending+Approval&pending_since_before=2026-11-13T17%3A00%3A00.000Z",
      ],
      ["Nine of ten decisions take 6.3 working hours or less", "/analytics/approvals"],
    ]);
  },
);

test("home of a company admin begins with what needs attention, each a link to these records (WORK-005 partly)", async () => {
  const attention = {
    ...ATTENTION,
    ...{ pending: 21, overdue: 5, unassigned: 1, never_signed_in: 1, failed_imports: 2 },
    ...{ failing_deliveries: 3, sites_without_approver: 4 },
  };
  const late_orders = {
    ...{ orders: 6, usual: { hours: 24, since: "2026-08-01" } },
    pending_since_before: "2026-11-13T17:00:00.000Z",
  };
  const { server } = homeServer({ attention, late_orders });
  renderPage(HomePage, admin, server);
  await eventually(() => expect(texts("h2")[0]).toBe("Needs attention"));
  await eventually(() =>
    expect(
      [...card("Needs attention").querySelectorAll("a")].map((one) => [
        one.textContent,
        one.getAttribute("href"),
      ]),
    ).toEqual([
      ["21 orders are pending", "/pending-approvals"],
      ["5 are overdue", "/pending-approvals?overdue=true"],
      ["1 has no approver", "/pending-approvals?unassigned=true"],
      [
        "6 orders have waited longer than usual",
        "/orders?status=Pending+Approval&pending_since_before=2026-11-13T17%3A00%3A00.000Z",
      ],
      ["Nine of ten decisions take 24 working hours or less", "/analytics/approvals"],
      ["4 sites have no one who can approve", "/sites?without_approver=true"],
      [
        "3 events could not be delivered",
        "/configuration/event-deliveries?failing=true&created_after=2026-10-17T00%3A00%3A00.000Z",
      ],
      [
        "2 imports have failed rows",
        "/configuration/uploads?has_failed_rows=true&created_at_after=2026-10-17T00%3A00%3A00.000Z",
      ],
      ["1 user has never signed in", "/users?never_signed_in=true"],
    ]),
  );
});

test("a company admin without anything to do is told so, and others are not (WORK-005 partly)", async () => {
  const { server } = homeServer({ attention: ATTENTION });
  renderPage(HomePage, admin, server);
  await eventually(() =>
    expect(card("Needs attention").textContent).toContain("Nothing needs your attention right now."),
  );
  renderPage(HomePage, regular, homeServer().server);
  await eventually(() => expect(tile("/alerts")).toBe("Sent Alerts67"));
  expect(texts("h2")).not.toContain("Needs attention");
});

const STEPS = ["sites", "users", "rules", "orders", "branding"].map((step, at) => ({
  step,
  is_done: at === 0,
}));

test("a new company has its first steps with a button each, until they are dismissed (WORK-006 partly)", async () => {
  const saved: unknown[] = [];
  const { server } = homeServer({ attention: ATTENTION, first_steps: STEPS });
  renderPage(HomePage, admin, (request) => {
    if (request.method === "PUT") saved.push(request.body);
    return request.method === "PUT" ? request.body : server(request);
  });
  await eventually(() => expect(card("First steps").textContent).toContain("1 of 5 done"));
  const steps = [...card("First steps").querySelectorAll("li")];
  expect(steps.map((one) => one.querySelector("a")?.textContent)).toEqual([
    ...["Create sites", "Add users", "Set rules", "Go to the shop", "Ask your provider"],
  ]);
  expect(steps.map((one) => one.textContent?.includes("Done"))).toEqual([true, false, false, false, false]);
  expect(steps[2]?.querySelector("a")?.getAttribute("href")).toBe("/configuration/approvals");
  // A company without orders has no spend.
  expect(texts("h2")).not.toContain("Spend");
  control("Dismiss")?.click();
  await eventually(() => expect(texts("h2")).not.toContain("First steps"));
  expect(saved).toEqual([{ value: ["dismissed"] }]);
});

test("figures stand beside the period before, with the difference in words (WORK-007)", async () => {
  const spend = {
    ...SPEND,
    periods: SPEND.periods.map((period) => ({ ...period, before: { orders: 1, total: "50.00" } })),
    before: { orders: 2, total: "100.00" },
  };
  const { server } = homeServer({ orders_before: 2_000, alerts_before: 0, spend });
  renderPage(HomePage, regular, server);
  await eventually(() =>
    expect(tile("/orders")).toBe("In Company Orders2,34517% more than the 30 days before"),
  );
  expect(tile("/alerts")).toBe("Sent Alerts67None in the 30 days before");
  expect(card("Spend").textContent).toContain("60% less than the 30 days before");
  await eventually(() => expect(card("Spend").querySelectorAll("[role=img]")).toHaveLength(2));
  expect(card("Spend").querySelector("[role=img]")?.getAttribute("aria-label")).toBe(
    "Nov 15 2026: $40.00, 2 orders (in the 30 days before: $50.00, 1 order)",
  );
  card("Spend").querySelector<HTMLElement>("input[value=Table]")?.click();
  await eventually(() => expect(cells("Spend")[1]).toEqual(["Nov 15 2026", "2", "$40.00", "$50.00"]));
});

test("users without sites, and a company without any, are told what to do", async () => {
  const { server } = homeServer({ sites: 0, orders: { count: 0, results: [] } });
  renderPage(HomePage, regular, server);
  await eventually(() => expect(document.body.textContent).toContain("Ask a company admin to assign sites"));
  renderPage(HomePage, person({ is_company_admin: true, company }), server);
  await eventually(() => expect(control("Create a site")?.getAttribute("href")).toBe("/sites"));
  expect(document.body.textContent).toContain("No orders in the last 30 days");
});

test("platform admins have the companies there, and no data of a company is read (PLAT-001 partly)", async () => {
  const { server, paths } = homeServer();
  renderPage(HomePage, person({ is_mcc_admin: true, company: null }), server);
  await eventually(() => expect(find("h1")?.textContent).toBe("MCC Admin"));
  await eventually(() => expect(paths()).toContain("/mcc-admin/companies/"));
  expect(paths()).not.toContain("/home/");
});
