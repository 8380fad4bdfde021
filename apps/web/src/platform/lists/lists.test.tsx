import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { DocumentsPage } from "../../features/documents/documents-page.tsx";
import { OrdersPage } from "../../features/orders/orders-page.tsx";
import { SitesPage } from "../../features/sites/sites-page.tsx";
import { onePage, orderRow } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  hover,
  press,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";

const admin = person({
  is_company_admin: true,
  can_view_order_tracking: true,
  company: companyWith(null, true, null),
});
const site = (id: number) => ({
  ...{ id, name: `Site ${id}`, location_name: null, site_type: { id: 1, name: "Rig" } },
  ...{ business_unit: "Bakken", division: null, region: "North", groups: [], users: [], users_count: 0 },
});
const document_ = (id: number) => ({
  ...{ id, document_name: `Invoice ${id}.pdf`, document_type: "I", document_type_name: "Invoice" },
  ...{ order_identifier: "AC-1", po_number: null, afe_number: null, order_date: "2026-11-13T18:00:00.000Z" },
  ...{ content_type: "application/pdf", download_url: "/files/1", site: { groups: [] } },
});

/** A server that returns these rows, by the end of the path, and stores preferences. */
const serverOf = (lists: Readonly<Record<string, readonly unknown[]>>) => {
  const saved = new Map<string, unknown>();
  const server: TestServer = ({ method, url: { pathname }, body }) => {
    if (pathname.includes("/preferences/")) {
      if (method === "PUT") saved.set(pathname, body);
      return saved.get(pathname) ?? { value: null };
    }
    const list = Object.keys(lists).find((end) => pathname.endsWith(end));
    return list && onePage(lists[list] ?? []);
  };
  return server;
};
const orders = [1, 2, 3].map((id) => orderRow(id));
beforeEach(() => setWidth(1440));

test("a cell that is cut has a tooltip with the whole text, and one that is not has none (LIST-001)", async () => {
  renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  const cell = await eventually(() => {
    const found = all("[data-row]")[0]?.querySelector<HTMLElement>("td");
    expect(found?.textContent).toBe("Rig 93 Cotulla");
    return found as HTMLElement;
  });
  await hover(cell);
  // Long enough for the tooltip of a button, which opens after 300 ms.
  await hover(control("View AC-1") as Element);
  await eventually(() => expect(find("[role=tooltip]")?.textContent).toBe("View"));
  await hover(document.body);
  Object.defineProperties(cell, { scrollWidth: { value: 200 }, clientWidth: { value: 100 } });
  await hover(cell);
  await eventually(() => expect(find("[role=tooltip]")?.textContent).toBe("Rig 93 Cotulla"));
});

test("a filter by a group that was deleted since is said and removed from the address, and the list is shown without it (VIEW-008 partly)", async () => {
  const company = companyWith(null, true, true);
  const asked: string[] = [];
  const server: TestServer = (request) => {
    const { pathname, searchParams } = request.url;
    if (pathname.endsWith("/orders/")) asked.push(searchParams.getAll("group_9").join());
    return pathname.includes("/orders/") && searchParams.has("group_9")
      ? Response.json({ group_9: ["Unknown parameter."] }, { status: 400 })
      : serverOf({ "/orders/": orders })(request);
  };
  clearToasts();
  const at = "/?group_9=West&group_9=East&site=Rig&offset=20";
  const page = renderPage(OrdersPage, person({ is_company_admin: true, company }), server, { at });
  await eventually(() => expect(all("[data-row]")).toHaveLength(3));
  expect(asked).toEqual(["West,East", ""]);
  expect(toasts()).toEqual(["The filter Organization group: West, East is not known and was left out."]);
  expect(page.search()).toEqual({ site: "Rig", offset: "20" });
  expect(document.body.textContent).not.toContain("error");
});

test.each([1440, 390])(
  "until the next page has come the old rows stay and are marked for dimming, at %i px (WORK-021 partly)",
  async (width) => {
    setWidth(width);
    const next = Promise.withResolvers<object>();
    const first = { ...onePage(orders), count: 40 };
    const server: TestServer = (request) => {
      if (!request.url.pathname.endsWith("/orders/")) return serverOf({})(request);
      return request.url.searchParams.get("offset") === "20" ? next.promise : first;
    };
    renderPage(OrdersPage, admin, server);
    const rows = () => all("[data-row]").map(({ textContent }) => /AC-\d+/.exec(textContent)?.[0]);
    await eventually(() => expect(rows()).toEqual(["AC-1", "AC-2", "AC-3"]));
    expect(find("[data-stale]")).toBeNull();
    const counts: number[] = [];
    const observer = new MutationObserver(() => counts.push(rows().length));
    observer.observe(document.body, { subtree: true, childList: true });
    await click("Page 2");
    await eventually(() => expect(find("[data-stale] [data-row]")).not.toBeNull());
    expect(rows()).toEqual(["AC-1", "AC-2", "AC-3"]);
    next.resolve({ ...first, results: [orderRow(4)] });
    await eventually(() => expect(rows()).toEqual(["AC-4"]));
    observer.disconnect();
    expect(find("[data-stale]")).toBeNull();
    expect(counts.every((count) => count > 0)).toBe(true);
  },
);

test("the density of one list is that of every other, and is remembered (LIST-002)", async () => {
  const server = serverOf({ "/orders/": orders, "/sites/": [site(1)] });
  const density = () => find("[data-density]")?.dataset.density;
  renderPage(OrdersPage, admin, server);
  await eventually(() => expect(all("[data-row]")).toHaveLength(3));
  expect(density()).toBe("compact");
  await click("Switch to comfortable rows");
  await eventually(() => expect(density()).toBe("comfortable"));
  // Another list, later: the state of the first page is gone.
  renderPage(SitesPage, admin, server);
  await eventually(() => expect(texts("[data-row] td:first-child")).toContain("Site 1"));
  expect(density()).toBe("comfortable");
  await click("Switch to compact rows");
  await eventually(() => expect(density()).toBe("compact"));
});

test("on a phone a card has the name and status, then site and date, the amount, and actions in words (LIST-006 partly)", async () => {
  setWidth(390);
  renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  await eventually(() => expect(all("li[data-row]")).toHaveLength(3));
  expect(find("table")).toBeNull();
  const [first, facts, amount, actions] = all("li[data-row]")[0]?.children ?? [];
  expect(first?.textContent).toBe("AC-1Processing");
  expect(facts?.textContent).toMatch(/^Rig 93 CotullaNov 13 2026/);
  expect(amount?.textContent).toBe("$9,464.74Not Paid");
  expect(actions?.textContent).toBe("ViewSee documentsTrack order");
  expect(control("View AC-1")).toBeDefined();
});

test.each([
  [SitesPage, "/sites/", [site(1)], "Site 1Rig", "BakkenNorth"],
  [DocumentsPage, "/documents/", [document_(7)], "Invoice 7.pdfInvoice", "AC-1Nov 13 2026"],
])("on a phone every list is cards: %o (LIST-006 partly)", async (Page, path, rows, first, facts) => {
  setWidth(390);
  renderPage(Page, admin, serverOf({ [path]: rows }));
  await eventually(() => expect(all("li[data-row]")).toHaveLength(1));
  const lines = texts("li[data-row] > div");
  expect(lines.slice(0, 2)).toEqual([first, facts]);
});

test("on a phone one button opens the sheet with sorting and every filter", async () => {
  setWidth(390);
  renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  await eventually(() => expect(all("li[data-row]")).toHaveLength(3));
  expect(control("Reorganize Columns")).toBeUndefined();
  await click("Filter and sort");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Show 3 orders"));
  expect(texts("[role=dialog] option")).toContain("Order Date, newest first");
  const filters = all("[role=dialog] button[aria-expanded]").map(({ textContent }) => textContent);
  expect(filters).toEqual(expect.arrayContaining(["SiteAny", "StatusAny", "Order DateAny"]));
});

test("the number of results is there also when they fit on one page (LIST-007)", async () => {
  renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  await eventually(() => expect(texts("p")).toContain("3 orders"));
  renderPage(SitesPage, admin, serverOf({ "/sites/": [site(1)] }));
  await eventually(() => expect(texts("p")).toContain("1 site"));
});

test("/ searches, j and k move, Enter opens, x selects, ? lists the keys; none acts in a field or behind a dialog (LIST-014)", async () => {
  renderPage(DocumentsPage, admin, serverOf({ "/documents/": [7, 8, 9].map(document_) }));
  await eventually(() => expect(all("[data-row]")).toHaveLength(3));
  const focused = () => all("[data-row]").indexOf(document.activeElement as HTMLElement);
  const selected = () => all("[data-row]").map((row) => row.hasAttribute("data-selected"));
  for (const [key, row] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["j", 2],
    ["k", 1],
  ] as const) {
    await press(key);
    await eventually(() => expect(focused()).toBe(row));
  }
  await press("x");
  await eventually(() => expect(selected()).toEqual([false, true, false]));
  await eventually(() => expect(texts("[role=status]")).toContain("1 selected"));
  await press("/");
  const search = find<HTMLInputElement>("[role=searchbox]");
  await eventually(() => expect(document.activeElement).toBe(search));
  for (const key of ["j", "x", "?"]) await press(key);
  expect(document.activeElement).toBe(search);
  expect(selected()).toEqual([false, true, false]);
  expect(find("[role=dialog]")).toBeNull();
  search?.blur();
  await press("?", document.body);
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("Next row"));
  // The focus itself says nothing: the dialog would take it back.
  const tabStop = () => all("[data-row]").findIndex((row) => row.tabIndex === 0);
  expect(tabStop()).toBe(1);
  await press("j", document.body);
  expect(tabStop()).toBe(1);

  const orderList = renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  await eventually(() => expect(all("[data-row]")).toHaveLength(3));
  await press("j", document.body);
  await eventually(() => expect(focused()).toBe(0));
  await press("j");
  await eventually(() => expect(focused()).toBe(1));
  await press("Enter");
  await eventually(() => expect(orderList.path()).toBe("/orders/AC-2"));
});

test("Clear selection is there from the beginning, and clears what is selected on any page", async () => {
  renderPage(DocumentsPage, admin, serverOf({ "/documents/": [document_(7), document_(8)] }));
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  expect(control("Clear selection")?.getAttribute("aria-disabled")).toBe("true");
  await press("j");
  await press("x");
  await eventually(() => expect(all("[data-row][data-selected]")).toHaveLength(1));
  await click("Clear selection");
  await eventually(() => expect(all("[data-row][data-selected]")).toHaveLength(0));
});

test("a link leads past the headers, to the first row", async () => {
  renderPage(OrdersPage, admin, serverOf({ "/orders/": orders }));
  await eventually(() => expect(all("[data-row]")).toHaveLength(3));
  await click("Skip to the rows");
  expect(document.activeElement).toBe(all("[data-row]")[0]);
});
