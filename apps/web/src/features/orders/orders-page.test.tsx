import type { Session } from "@mcc/contract/access/session.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { Toasts } from "@mcc/ui/feedback/toasts.tsx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GroupColumnsProvider } from "../../platform/lists/columns/group-columns.ts";
import { orderRow } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  hover,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { useOrganizationGroups } from "../hierarchy/organization-groups.ts";
import { OrdersPage } from "./orders-page.tsx";

const admin = person({
  ...{ is_company_admin: true, can_view_order_tracking: true },
  company: companyWith(true, true, null),
});
const GENERIC = "There was an error loading the orders. Please try again later";
const COLUMNS = [
  ...["Site", "Business Unit", "Region", "Ordered By", "Requested By", "Order", "PO", "Tracking Numbers"],
  ...["AFE", "Status", "Payment Status", "Order Date", "Lines", "Total"],
];

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});
afterEach(() => vi.useRealTimers());

interface Options {
  readonly user?: Session;
  readonly at?: string;
  readonly Page?: () => React.ReactNode;
  /** Answers to other paths, below /api. */
  readonly answers?: Readonly<Record<string, () => unknown>>;
  /** Answers a request for the list; otherwise the rows are its page. */
  readonly list?: (query: URLSearchParams) => unknown;
  readonly count?: number;
}

/** A response that is held until it is released. */
const hold = () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
};

const pageOf = (query: URLSearchParams, rows: readonly unknown[], count = rows.length) => {
  const offset = Number(query.get("offset") ?? 0);
  const at = (place: number) => `http://localhost/api/orders/?limit=20&offset=${place}`;
  return {
    ...{ count, results: rows, current_url: at(offset) },
    next: offset + 20 < count ? at(offset + 20) : null,
    previous: offset > 0 ? at(offset - 20) : null,
  };
};

/** The list of orders with these rows, for somebody who sees all columns. */
const open = (rows: readonly unknown[], options: Options = {}) => {
  const { user = admin, at = "/orders", Page = OrdersPage, answers = {}, count } = options;
  const asked: URL[] = [];
  const page = renderPage(
    Page,
    user,
    ({ url }) => {
      asked.push(url);
      const path = url.pathname.replace(/^\/api/, "");
      if (path.includes("/preferences/columns")) return { value: ["@all"] };
      if (path.includes("/preferences/")) return { value: null };
      if (path in answers) return answers[path]?.();
      if (path !== "/orders/") return undefined;
      return options.list?.(url.searchParams) ?? pageOf(url.searchParams, rows, count);
    },
    { route: "/orders", at },
  );
  const askedOf = (path: string) => asked.filter(({ pathname }) => pathname.replace(/^\/api/, "") === path);
  return { ...page, askedOf, lists: () => askedOf("/orders/").map(({ searchParams }) => searchParams) };
};

const rows = () => all("[data-row]");
const shown = (count: number) => eventually(() => expect(rows()).toHaveLength(count));
const headers = () => texts("thead th").map((label) => label?.trim());
const cells = (at: number) => [...(rows()[at]?.children ?? [])].map(({ textContent }) => textContent?.trim());
const column = (label: string) => rows().map((_, at) => cells(at)[headers().indexOf(label)]);
const header = (label: string) => all("thead th").find(({ textContent }) => textContent?.trim() === label);
const pagers = () => all("nav[aria-label*='pages']");
const orders = (count: number, more: Partial<OrderRow> = {}) =>
  Array.from({ length: count }, (_, at) => orderRow(at + 1, more));
const press = (element: Element | null | undefined) => {
  if (!element) throw new Error("There is no such element.");
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
};
const dialog = (name: string) => find(`[role=dialog][aria-label='${name}']`);
const chips = () => texts("[aria-label='Active filters'] li");
const checkbox = (name: string) =>
  all("label").find(({ textContent }) => textContent === name) as HTMLLabelElement | undefined;
const type = (input: HTMLInputElement | null, text: string) => {
  if (!input) throw new Error("There is no such field.");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
};
const openFilter = async (label: string) => {
  await eventually(() => expect(control(`Filter ${label}`)).toBeDefined());
  await click(`Filter ${label}`);
  await eventually(() => expect(dialog(`Filter ${label.replace(" (on)", "")}`)).not.toBeNull());
};

test("the list has its label, a search box, an export button, pagers around the table, and its columns in order, each with its own value (ORD-001, ORD-002, TABLE-018)", async () => {
  const first: Partial<OrderRow> = {
    site: {
      ...{ id: 9, name: "Yard 9", location_name: null, business_unit: "Wells", region: "South" },
      ...{ division: "Deep", groups: [] },
    },
    ...{ creator: "Cora Creates", ordered_by: "Olga Orders", requested_by: "Rita Requests" },
    ...{ identifier: "AC-7", po_number: "PO-7", tracking_numbers: ["1Z1"], tracking_numbers_count: 1 },
    ...{ afe_number: "AFE-7", status: "Shipped", payment_status: "Not Paid", lines: 1234 },
    ...{ taxful_total_price_value: "110.00", taxless_total_price_value: "100.00", tax: "10.00" },
    order_date: "2026-03-08T20:05:00.000Z",
  };
  open([orderRow(7, first), ...orders(19)], { count: 2400 });
  await shown(20);
  expect(texts("h1")).toEqual(["Orders"]);
  expect(all("span, p, div").some(({ textContent }) => textContent === "Company")).toBe(true);
  expect(find("[role=searchbox]")).not.toBeNull();
  expect(control("Export")).toBeDefined();
  expect(headers()).toEqual([...COLUMNS, "Actions"]);
  expect(header("Order Date")?.getAttribute("aria-sort")).toBe("descending");
  expect(cells(0).slice(0, -1)).toEqual([
    ...["Yard 9", "Wells", "South", "Olga Orders", "Rita Requests", "AC-7", "PO-7", "1Z1", "AFE-7"],
    ...["Shipped", "Not Paid", "Mar 08 2026 3:05 PM", "1,234", "$110.00"],
  ]);
  expect(pagers()).toHaveLength(2);
  for (const pager of pagers()) expect(pager.textContent).toContain("Showing 1 - 20 of 2,400");
  const table = find("table") as Node;
  expect(pagers()[0]?.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(pagers()[1]?.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test("empty numbers and statuses read N.A., dates are local (ORD-032, ORD-033, ORD-034, TABLE-040)", async () => {
  open([
    orderRow(1, {
      ...{ po_number: null, afe_number: null, payment_status: null, status: "" as never },
      ...{ order_date: "2026-03-08T07:05:00.000Z", taxful_total_price_value: "1234567.50" },
    }),
  ]);
  await shown(1);
  for (const label of ["PO", "AFE", "Status", "Payment Status"]) expect(column(label)).toEqual(["N.A."]);
  expect(column("Order Date")).toEqual(["Mar 08 2026 1:05 AM"]);
  expect(column("Total")).toEqual(["$1,234,567.50"]);
});

const hierarchyAdmin = person({
  is_company_admin: true,
  company: { ...companyWith(true, true, true), has_location_name_required: true },
});
const WithGroups = () => (
  <GroupColumnsProvider value={useOrganizationGroups}>
    <OrdersPage />
  </GroupColumnsProvider>
);
const everything = (results: readonly object[]) => () => ({ count: results.length, next: null, results });
const lookups = {
  "/company-hierarchy/organization-groups/": everything([
    { id: 1, name: "Corporate" },
    { id: 2, name: "Division" },
  ]),
  "/company-hierarchy/organization-nodes/": everything([
    { id: 4, name: "Head office", parent: null, organization_group: 1 },
    { id: 5, name: "Yukon Division", parent: 4, organization_group: 2 },
    { id: 6, name: "Division without sites", parent: 4, organization_group: 2 },
  ]),
  "/sites/": everything([{ id: 1, name: "Rig", node: 5 }]),
};

test("a hierarchy company has location names and group columns instead of business unit and region, each with a filter (ORD-003, ORD-004, ORD-005, TABLE-035 partly)", async () => {
  const inYukon = orderRow(1, {
    site: {
      ...{ id: 1, name: "Rig", location_name: "Gate B", business_unit: null, region: null, division: null },
      groups: [
        { id: 1, name: "Corporate", node: "Head office" },
        { id: 2, name: "Division", node: "Yukon Division" },
      ],
    },
  });
  const page = open([inYukon], { user: hierarchyAdmin, Page: WithGroups, answers: lookups });
  await shown(1);
  expect(headers().slice(0, 5)).toEqual(["Site", "Location Name", "Corporate", "Division", "Ordered By"]);
  expect(headers()).not.toContain("Business Unit");
  expect(cells(0).slice(0, 4)).toEqual(["Rig", "Gate B", "Head office", "Yukon Division"]);
  for (const path of Object.keys(lookups))
    expect(
      page.askedOf(path).map(({ searchParams }) => searchParams.get("limit")),
      path,
    ).toEqual(["100000000000"]);
  await openFilter("Division");
  expect(checkbox("Division without sites")).toBeUndefined();
  press(checkbox("Yukon Division"));
  await eventually(() => expect(page.search()).toEqual({ group_2: "Yukon Division" }));
  await eventually(() => expect(page.lists().at(-1)?.get("group_2")).toBe("Yukon Division"));
});

test("a failed lookup of groups shows a toast, and the list is still shown (ORD-005, TABLE-029)", async () => {
  const nextTask = setTimeout;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const [path, words] of [
    ["/company-hierarchy/organization-groups/", "There has been an error fetching organization groups"],
    ["/company-hierarchy/organization-nodes/", "There has been an error fetching organization nodes"],
    ["/sites/", "There has been an error fetching available sites"],
  ] as const) {
    clearToasts();
    const answers = { ...lookups, [path]: () => refusal(400, {}) };
    open(orders(1), { user: hierarchyAdmin, Page: WithGroups, answers });
    // The lookups are repeated twice.
    while (toasts().length === 0) {
      await vi.advanceTimersByTimeAsync(2_000);
      await new Promise((resolve) => nextTask(resolve));
    }
    expect(toasts()).toEqual([words]);
    await shown(1);
  }
});

test("a click on a header sorts the list, and the header shows the direction (TABLE-001, ORD-006)", async () => {
  const page = open(orders(3));
  await shown(3);
  const button = (label: string) => header(label)?.querySelector("button");
  const icon = () => button("Total")?.querySelector("svg")?.innerHTML;
  for (const label of ["Site", "Order Date", "Total"])
    expect(button(label)?.querySelector("svg"), label).not.toBeNull();
  expect(header("Tracking Numbers")?.querySelector("button")).toBeNull();
  const icons = [icon()];
  // Of amounts the largest first.
  for (const [direction, ordering] of [
    ["descending", "-total"],
    ["ascending", "total"],
  ] as const) {
    press(button("Total"));
    await eventually(() => expect(header("Total")?.getAttribute("aria-sort")).toBe(direction));
    expect(header("Order Date")?.hasAttribute("aria-sort")).toBe(false);
    expect(page.search()).toEqual({ ordering });
    await eventually(() => expect(page.lists().at(-1)?.get("ordering")).toBe(ordering));
    icons.push(icon());
  }
  expect(new Set(icons).size).toBe(3);
});

test("select, text and calendar filters filter the list, are shown as chips and can be removed (TABLE-002, TABLE-006, TABLE-008, ORD-007, ORD-008, ORD-010)", async () => {
  const page = open(orders(3), {
    answers: { "/orders/suggestions/": () => ({ results: ["Permian Yard 4", "Rig 93 Cotulla"] }) },
  });
  await shown(3);
  const asksFor = (query: object) =>
    eventually(() => expect(Object.fromEntries(page.lists().at(-1) ?? [])).toMatchObject(query));
  await openFilter("Status");
  press(checkbox("Rejected"));
  await asksFor({ status: "Rejected" });
  // What others may have is not suggested: the call says which filters are in force.
  await openFilter("Site");
  await eventually(() => expect(checkbox("Permian Yard 4")).toBeDefined());
  const suggested = page.askedOf("/orders/suggestions/").at(-1);
  expect(Object.fromEntries(suggested?.searchParams ?? [])).toEqual({ status: "Rejected", field: "site" });
  press(checkbox("Permian Yard 4"));
  await asksFor({ status: "Rejected", site: '"Permian Yard 4"' });
  expect(control("Filter Site (on)")).toBeDefined();
  const clear = () =>
    [...(dialog("Filter Site")?.querySelectorAll("button") ?? [])].find(
      ({ textContent }) => textContent === "Clear filter",
    );
  await eventually(() => expect(clear()).toBeDefined());
  press(clear());
  await eventually(() => expect(page.search()).toEqual({ status: "Rejected" }));
  await openFilter("Payment Status");
  const choices = dialog("Filter Payment Status")?.querySelectorAll("label") ?? [];
  expect([...choices].map(({ textContent }) => textContent)).toEqual(["Paid", "Not Paid", "Partially Paid"]);
  await openFilter("Order Date");
  for (const [name, day, chip] of [
    ["Start", "01/01/24", "Order Date: from 01/01/24"],
    ["End", "12/31/30", "Order Date: 01/01/24 – 12/31/30"],
  ] as const) {
    const input = await eventually(() => {
      const found = find<HTMLInputElement>(`input[placeholder=${name}]`);
      expect(found).not.toBeNull();
      return found as HTMLInputElement;
    });
    type(input, day);
    await eventually(() => expect(input.value).toBe(day));
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await eventually(() => expect(chips()).toContain(chip));
  }
  await asksFor({
    ...{ status: "Rejected", orderDate_after: "2024-01-01T06:00:00.000Z" },
    orderDate_before: "2031-01-01T05:59:59.999Z",
  });
  expect(chips()).toEqual(["Status: Rejected", expect.stringContaining("Order Date"), "Clear all"]);
  await click("Remove filter Status");
  await eventually(() => expect(page.search()).not.toHaveProperty("status"));
  expect(page.search()).toHaveProperty("orderDate_after");
  expect(document.activeElement).toBe(control("Remove filter Order Date"));
  await click("Clear all");
  await eventually(() => expect(page.search()).toEqual({}));
  expect(document.activeElement).toBe(find("h1"));
  expect(chips()).toEqual([]);
});

test("a text filter waits 400 ms while the user types, suggests values, and loses neither letters nor the focus (TABLE-005, ORD-010)", async () => {
  const page = open(orders(3), {
    answers: { "/orders/suggestions/": () => ({ results: ["Permian Yard 4", "Rig 93 Cotulla"] }) },
  });
  await shown(3);
  await openFilter("PO");
  const input = () => find<HTMLInputElement>("[role=dialog] input[aria-label=PO]");
  const options = () => texts("[role=dialog][aria-label='Filter PO'] [role=option]");
  await eventually(() => expect(document.activeElement).toBe(input()));
  await eventually(() => expect(options()).toContain("Rig 93 Cotulla"));
  const asked = () => page.lists().flatMap((query) => query.getAll("po_number"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const text of ["p", "pe", "per"]) {
    type(input(), text);
    await vi.advanceTimersByTimeAsync(390);
  }
  // Those of before that do not hold it cannot be picked any more, though the new ones are not there yet.
  expect(options()).not.toContain("Rig 93 Cotulla");
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  await eventually(() => expect(asked()).toEqual(["per"]));
  expect(input()?.value).toBe("per");
  expect(document.activeElement).toBe(input());
  vi.useRealTimers();
  press(find("[role=option]"));
  await eventually(() => expect(page.search()).toEqual({ po_number: "Permian Yard 4" }));
});

test("the pager has five page numbers, marks the first and last page, and shows a spinner while a page loads (TABLE-019, TABLE-023, TABLE-025)", async () => {
  const { held, release } = hold();
  const page = open(orders(2), {
    ...{ at: "/orders?offset=1180", count: 2400 },
    list: (query) =>
      query.get("offset") === "2380" ? held.then(() => pageOf(query, orders(2), 2400)) : undefined,
  });
  await shown(2);
  const numbers = () => [...(pagers()[0]?.querySelectorAll<HTMLElement>("[aria-label^='Page ']") ?? [])];
  const step = (name: string) =>
    [...(pagers()[0]?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === name);
  expect(numbers().map(({ textContent }) => textContent)).toEqual(["1", "59", "60", "61", "120"]);
  expect(numbers().map(({ dataset }) => dataset.far)).toEqual([
    "true",
    undefined,
    undefined,
    undefined,
    "true",
  ]);
  press(numbers().at(-1));
  await eventually(() => expect(pagers()[0]?.querySelector("[aria-label=Loading]")).not.toBeNull());
  expect(find("table")?.getAttribute("aria-busy")).toBe("true");
  release();
  await eventually(() => expect(pagers()[0]?.textContent).toContain("Showing 2,381 - 2,382 of 2,400"));
  await eventually(() => expect(find("table")?.getAttribute("aria-busy")).toBe("false"));
  expect(pagers()[0]?.querySelector("[aria-label=Loading]")).toBeNull();
  expect(step("Next")?.hasAttribute("disabled")).toBe(true);
  press(step("Previous"));
  await eventually(() => expect(pagers()[0]?.textContent).toContain("Showing 2,361 - 2,362 of 2,400"));
  expect(page.search()).toEqual({ offset: "2360" });
});

test("after a sort, a filter or another page the old rows stay, dimmed, until the answer is there: the table is never empty (WORK-021 partly)", async () => {
  let answers = hold();
  answers.release();
  let answered = 0;
  open([], {
    list: async (query) => {
      await answers.held;
      answered++;
      return pageOf(query, [orderRow(answered), orderRow(answered + 1)], 60);
    },
  });
  await shown(2);
  const seen = new Set<number>();
  const watched = new MutationObserver(() => seen.add(rows().length));
  watched.observe(document.body, { subtree: true, childList: true });
  const inputs = [
    () => press(header("Total")?.querySelector("button")),
    async () => {
      await openFilter("Status");
      press(checkbox("Shipped"));
    },
    () =>
      press([...(pagers()[0]?.querySelectorAll("button") ?? [])].find((one) => one.textContent === "Next")),
  ];
  for (const input of inputs) {
    const before = column("Order");
    expect(before).toEqual([`AC-${answered}`, `AC-${answered + 1}`]);
    answers = hold();
    await input();
    await eventually(() => expect(find("table")?.getAttribute("aria-busy")).toBe("true"));
    expect(column("Order")).toEqual(before);
    answers.release();
    await eventually(() => expect(column("Order")).not.toEqual(before));
    await eventually(() => expect(find("table")?.getAttribute("aria-busy")).toBe("false"));
  }
  watched.disconnect();
  expect([...seen]).toEqual([2]);
});

test("a list of 20 rows has no pagers, a list of 21 rows has two (TABLE-021)", async () => {
  for (const [count, expected] of [
    [20, 0],
    [21, 2],
  ] as const) {
    open(orders(2), { count });
    await shown(2);
    expect(pagers()).toHaveLength(expected);
  }
});

test("three presses of Next on a slow connection move three pages (TABLE-019, TABLE-024)", async () => {
  const { held, release } = hold();
  const page = open(orders(2), {
    count: 2400,
    list: (query) =>
      query.has("offset") && query.get("offset") !== "0"
        ? held.then(() => pageOf(query, orders(2), 2400))
        : undefined,
  });
  await shown(2);
  for (const offset of ["20", "40", "60"]) {
    await click("Next");
    await eventually(() => expect(page.search()).toEqual({ offset }));
  }
  release();
  await eventually(() => expect(pagers()[0]?.textContent).toContain("Showing 61 - 62 of 2,400"));
});

test("a URL beyond the end of a list that is longer than its count leads to the last page (TABLE-018, TABLE-024)", async () => {
  // Only a thousand are counted, and more rows had been there when the last page was read.
  const list = (query: URLSearchParams) => {
    const offset = Number(query.get("offset") ?? 0);
    const results = offset < 2400 ? orders(2) : [];
    const { current_url, previous } = pageOf(query, results, 2400);
    const next = results.length ? `http://localhost/api/orders/?limit=20&offset=${offset + 20}` : null;
    return { count: 1000, count_is_capped: true, results, current_url, previous, next };
  };
  const page = open([], { at: "/orders?offset=2380", list });
  await shown(2);
  const words = "Showing 2,381 - 2,382 of 2,382+";
  expect(pagers()[0]?.textContent).toContain(words);
  await click("Next");
  await eventually(() => expect(page.lists().at(-1)?.get("offset")).toBe("2400"));
  await eventually(() => expect(page.search()).toEqual({ offset: "2380" }));
  await eventually(() => expect(pagers()[0]?.textContent).toContain(words));
  await shown(2);
  // Nobody knows where the end is: the last page that was counted.
  const other = open([], { at: "/orders?offset=90000", list });
  await eventually(() => expect(other.search()).toEqual({ offset: "980" }));
  await shown(2);
});

test("the list shows five placeholder rows while it loads, then the rows; an empty list shows a message (TABLE-009, TABLE-010, TABLE-011)", async () => {
  for (const count of [3, 0]) {
    const { held, release } = hold();
    open([], { list: (query) => held.then(() => pageOf(query, orders(count))) });
    await eventually(() => expect(all("tbody[data-placeholder] tr")).toHaveLength(5));
    expect(find("table")?.getAttribute("aria-busy")).toBe("true");
    expect(document.body.textContent).not.toContain("There is no information to show.");
    release();
    await eventually(() => expect(find("tbody[data-placeholder]")).toBeNull());
    await shown(count);
    await eventually(() => expect(find("table")?.getAttribute("aria-busy")).toBe("false"));
    expect(texts("td").some((text) => text?.startsWith("There is no information to show."))).toBe(
      count === 0,
    );
    expect(document.body.textContent).not.toContain("Showing");
  }
});

const WithToasts = () => (
  <>
    <OrdersPage />
    <Toasts early />
  </>
);
const alerts = () => texts(".mantine-Notifications-root [role=alert]");

test("a failed load shows an empty list and a toast that closes after 3 seconds, and is logged (ORD-024, ORD-025, SHELL-018)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { held, release } = hold();
  open([], { Page: WithToasts, list: () => held.then(() => refusal(400, { detail: "x" })) });
  await eventually(() => expect(find(".mantine-Notifications-root")).not.toBeNull());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  release();
  // Millisecond by millisecond: a wait of the test would move the clock as well.
  while (alerts().length === 0) await vi.advanceTimersByTimeAsync(1);
  expect(alerts()).toEqual([GENERIC]);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(alerts()).toEqual([GENERIC]);
  await vi.advanceTimersByTimeAsync(600);
  vi.useRealTimers();
  await eventually(() => expect(alerts()).toEqual([]));
  expect(texts("td").some((text) => text?.includes("There is no information to show."))).toBe(true);
  expect(logged.mock.calls.map(([words]) => words)).toContain(GENERIC);
  logged.mockRestore();
});

test("a page that cannot be loaded shows an error until it can, keeps the pager usable, and then loads by itself (ORD-024, ORD-025)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  let isDown = true;
  open(orders(2), {
    ...{ at: "/orders?offset=20", count: 2400 },
    list: (query) => (isDown && query.get("offset") === "60" ? refusal(503, { detail: "x" }) : undefined),
  });
  await shown(2);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  press(control("Page 4"));
  await vi.advanceTimersByTimeAsync(4_000);
  const told = () => texts("td").find((text) => text?.includes(GENERIC));
  await eventually(() => expect(told()).toContain("There is no information to show."));
  expect(toasts()).toEqual([GENERIC]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told()).toBeDefined();
  expect(pagers()).toHaveLength(2);
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  await eventually(() => expect(pagers()[0]?.textContent).toContain("Showing 61 - 62 of 2,400"));
  await shown(2);
  expect(toasts()).toEqual([GENERIC]);
  logged.mockRestore();
});

test("a failed search shows its own message, and is logged (TABLE-037, ORD-021, ORD-025)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  open(orders(3), { list: (query) => (query.has("search") ? refusal(400, {}) : undefined) });
  await shown(3);
  const box = find<HTMLInputElement>("[role=searchbox]");
  type(box, "AC-1");
  await eventually(() => expect(box?.value).toBe("AC-1"));
  box?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  const words = "There was an error searching the orders. Please try again later";
  await eventually(() => expect(toasts()).toEqual([words]));
  expect(logged.mock.calls.map(([first]) => first)).toContain(words);
  logged.mockRestore();
});

test("long texts are cut after 30 characters and complete in a tooltip; a cell can be a link (TABLE-012, TABLE-013, TABLE-014)", async () => {
  const [long, just] = ["A".repeat(31), "B".repeat(30)];
  const page = open([orderRow(1, { po_number: long }), orderRow(2, { po_number: just })]);
  await shown(2);
  expect(column("PO")).toEqual([`${"A".repeat(30)}…`, just]);
  const cut = all("bdi").find(({ textContent }) => textContent?.endsWith("…"));
  await hover(cut as Element);
  await eventually(() => expect(texts("[role=tooltip]")).toEqual([long]));
  expect(control("AC-1")?.getAttribute("href")).toBe("/orders/AC-1");
  await click("AC-1");
  await eventually(() => expect(page.path()).toBe("/orders/AC-1"));
});

test("the row actions View, See documents and Track order depend on permission and age of the order (ORD-012, ORD-013, ORD-014, ORD-015)", async () => {
  const dated = [
    orderRow(1, { status: "Shipped", order_date: "2020-03-30T06:00:00.000Z" }),
    orderRow(2, { status: "Shipped", order_date: "2020-03-30T05:59:59.999Z" }),
  ];
  const actions = (at: number) =>
    [...(rows()[at]?.lastElementChild?.querySelectorAll("a, button") ?? [])].map((one) =>
      one.getAttribute("aria-label"),
    );
  open(dated, { user: person({ company: companyWith(true, true, null) }) });
  await shown(2);
  expect(actions(0)).toEqual(["View AC-1", "See documents AC-1"]);
  const page = open(dated);
  await shown(2);
  expect(actions(0)).toEqual(["View AC-1", "See documents AC-1", "Track order AC-1"]);
  expect(actions(1)).toEqual(["View AC-2", "See documents AC-2"]);
  for (const [name, tooltip] of [
    ["Track order AC-1", "Track order"],
    ["View AC-2", "View"],
    ["See documents AC-2", "See documents"],
  ] as const) {
    const action = control(name) as HTMLElement;
    expect(action.querySelector("svg")).not.toBeNull();
    await hover(action);
    await eventually(() => expect(texts("[role=tooltip]")).toEqual([tooltip]));
  }
  expect(control("See documents AC-2")?.getAttribute("href")).toBe("/orders/AC-2/documents");
  await click("View AC-2");
  await eventually(() => expect(page.path()).toBe("/orders/AC-2"));
  expect(page.state()).toMatchObject({ listReturn: { action: "view", record: { identifier: "AC-2" } } });
});

test("a row shows three tracking numbers and a link to all of them, which are loaded on demand and shown in two columns (ORD-016, ORD-017, ORD-018, SHELL-016)", async () => {
  const numbers = ["N1", "N2", "N3", "N4", "N5"];
  const tracked = (id: number, known: number, count: number) =>
    orderRow(id, { tracking_numbers: numbers.slice(0, known), tracking_numbers_count: count });
  const page = open([tracked(1, 3, 5), tracked(2, 3, 3), tracked(3, 4, 4)], {
    answers: { "/orders/AC-1/tracking-numbers/": () => ({ results: numbers }) },
  });
  await shown(3);
  const place = headers().indexOf("Tracking Numbers");
  const parts = (at: number) =>
    [...(rows()[at]?.children[place]?.querySelectorAll("bdi, button") ?? [])].map((one) => one.textContent);
  expect([0, 1, 2].map(parts)).toEqual([
    ["N1, N2, N3", "+ 2 more"],
    ["N1, N2, N3"],
    ["N1, N2, N3", "+ 1 more"],
  ]);
  expect(page.askedOf("/orders/AC-1/tracking-numbers/")).toEqual([]);
  const more = control("+ 2 more tracking numbers of AC-1");
  more?.focus();
  press(more);
  const lists = () => all("[role=dialog] ul").map((list) => [...list.children].map((one) => one.textContent));
  await eventually(() =>
    expect(lists()).toEqual([
      ["N1", "N2", "N3"],
      ["N4", "N5"],
    ]),
  );
  expect(all(".modal-md")).toHaveLength(1);
  press(all("[role=dialog] button").find(({ textContent }) => textContent === "Close"));
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  await eventually(() => expect(document.activeElement).toBe(more));
});

test("a list that is sorted by a hidden column shows the sorting in a chip that removes it", async () => {
  const page = open(orders(3), {
    at: "/orders?ordering=-region&status=Shipped&columns=site,identifier,orderDate",
  });
  await shown(3);
  expect(document.body.textContent).toContain("Sorted by Region, Z to A");
  await click("Remove sorting by Region");
  await eventually(() => expect(page.search()).not.toHaveProperty("ordering"));
  await eventually(() => expect(document.body.textContent).not.toContain("Sorted by"));
  expect(chips()).toContain("Status: Shipped");
});

test("a filter of a column that the user does not have is shown and can be removed; one with an invalid value is said and left out (TABLE-006, TABLE-007)", async () => {
  const page = open(orders(3), {
    ...{ user: hierarchyAdmin, at: "/orders?business_unit=zzz" },
    list: (query) => (query.has("business_unit") ? pageOf(query, []) : undefined),
  });
  await eventually(() => expect(document.body.textContent).toContain("There is no information to show."));
  expect(headers()).not.toContain("Business Unit");
  expect(chips()).toContain("Business Unit: zzz");
  await click("Clear all");
  await shown(3);
  expect(page.search()).toEqual({});

  const other = open(orders(3), { at: "/orders?status=Bogus&site=Permian&offset=20", count: 60 });
  await eventually(() =>
    expect(toasts()).toEqual(["The filter Status: Bogus is not known and was left out."]),
  );
  await eventually(() => expect(other.search()).toEqual({ site: "Permian", offset: "20" }));
  await shown(3);
  expect(chips()).toContain("Site: Permian");
  for (const query of other.lists()) expect(query.has("status")).toBe(false);
});
