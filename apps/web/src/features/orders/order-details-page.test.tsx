import type { Session } from "@mcc/contract/access/session.ts";
import type { Order, OrderLine, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { orderRow } from "../../testing/order-rows.ts";
import {
  all,
  clearToasts,
  click,
  control,
  eventually,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { OrderDetailsPage } from "./order-details-page.tsx";
import { OrderItemsPanel } from "./order-items-panel.tsx";

const regular = person({ company: companyWith(true, true, null) });

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});
afterEach(() => vi.useRealTimers());

/** Opened from a list, while the order itself does not arrive. */
const openFromList = async (more: Partial<OrderRow>) => {
  const never = () => new Response(new ReadableStream());
  const state = { listReturn: { record: orderRow(7, more), back: {} } };
  renderPage(OrderDetailsPage, regular, never, { route: "/orders/$orderId", at: "/orders/AC-7", state });
  await eventually(() => expect(cards()).toContain("Order Details"));
};
const sections = () => all("section").filter((one) => one.querySelector("h2"));
const cards = () => sections().map((one) => one.querySelector("h2")?.textContent);
const card = (title: string) =>
  sections().find((one) => one.querySelector("h2")?.textContent === title)?.textContent;

test("an order that is opened from a list shows its checkout fields at once (ORD-046 partly, ORD-049 partly)", async () => {
  await openFromList({ custom_checkout_data: { Rig: "93" }, custom_confirm_data: { "Cost center": "4711" } });
  expect(card("Checkout fields")).toContain("Rig93");
  expect(card("Confirmation fields")).toContain("Cost center4711");
});

test("a place is kept for fields that are too long for a row, and none where there are none", async () => {
  await openFromList({ custom_checkout_data: null, custom_confirm_data: {} });
  expect(card("Checkout fields")).toBe("Checkout fields");
  expect(cards()).not.toContain("Confirmation fields");
});

const admin = person({
  ...{ is_company_admin: true, can_view_order_tracking: true },
  company: companyWith(true, true, null),
});
const LINE: OrderLine = {
  ...{ id: 1, ordering: 1, product: "P1", text: "Ball valve", quantity: "2", sku: "SKU-1" },
  ...{ manufacturer_sku: null, image_url: null, type: "product", manufacturer: "Acme Works" },
  ...{ base_unit_price_value: "10.00", discount_amount_value: "0.00", taxless_price: "20.00" },
  ...{ tax_amount: "1.65", line_total_price: "21.65", is_catalog_plus: false, display: true },
};
const GASKET: OrderLine = { ...LINE, id: 3, text: "Gasket", sku: "SKU-2", product: "P2" };
const orderWith = (lines: readonly OrderLine[], more: Partial<Order> = {}): Order => ({
  ...orderRow(7),
  ...{
    lines: [...lines],
    removed_lines: [],
    changes: [],
    changeable: null,
    custom_checkout_data: {},
    custom_confirm_data: {},
  },
  ...{ approval_steps: [], barred_as_placer: false, next_approvers: null },
  ...more,
});
const pendingWith = (...lines: readonly OrderLine[]) => orderWith(lines, { status: "Pending Approval" });

/** Opens the page of the order by its address; other requests are answered by their method and path. */
const open = (
  order: Order | (() => unknown),
  user: Session = admin,
  answers: Record<string, () => unknown> = {},
) => {
  const server: TestServer = ({ method, url: { pathname } }) => {
    const path = pathname.replace(/^\/api/, "");
    if (path === "/orders/AC-7/") return typeof order === "function" ? order() : order;
    return answers[`${method} ${path}`]?.();
  };
  return renderPage(OrderDetailsPage, user, server, { route: "/orders/$orderId", at: "/orders/AC-7" });
};
const lines = () => all("tbody tr");
const linesAre = (count: number) => eventually(() => expect(lines()).toHaveLength(count));
const cellsOf = (text: string) =>
  [...(lines().find(({ textContent }) => textContent?.includes(text))?.children ?? [])].map((cell) =>
    cell.textContent?.trim(),
  );
const removers = () => all("[aria-label^='Remove item']");
/** What a card says, each by its name; buttons that copy have no text. */
const factsIn = (title: string): Record<string, string> => {
  const section = sections().find((one) => one.querySelector("h2")?.textContent === title);
  const values = [...(section?.querySelectorAll("dd") ?? [])].map((value) =>
    [...(value.querySelectorAll("li").length ? value.querySelectorAll("li") : [value])]
      .map(({ textContent }) => textContent)
      .join(" "),
  );
  const names = [...(section?.querySelectorAll("dt") ?? [])];
  return Object.fromEntries(names.map(({ textContent }, at) => [textContent, values[at] ?? ""]));
};

test("opened by its URL, it shows breadcrumbs, every field with its label, items and totals (ORD-044, ORD-047, ORD-049, ORD-052)", async () => {
  const site: OrderRow["site"] = {
    ...{ id: 9, name: "Yard 9", location_name: null, business_unit: "Wells", region: "South" },
    ...{ division: "Deep", groups: [] },
  };
  open(
    orderWith([LINE], {
      ...{ ordered_by: "Olga Orders", requested_by: "Rita Requests", payment_status: "Partially Paid" },
      ...{ order_date: "2026-03-08T20:05:00.000Z", site, po_number: "PO-7", afe_number: null },
      ...{ tracking_numbers: ["1Z1", "1Z2"], tracking_numbers_count: 2, status: "Delivered" },
      ...{ custom_checkout_data: { "Cost Center": "4711" }, custom_confirm_data: { Gate: "B 7" } },
      ...{ taxless_total_price_value: "1100.00", tax: "104.50", taxful_total_price_value: "1204.50" },
    }),
  );
  await linesAre(1);
  expect(control("Orders")?.getAttribute("href")).toBe("/orders");
  expect(find("nav[aria-label=Breadcrumbs]")?.textContent).toMatch(/^Orders.*Order Details$/);
  expect(texts("h1")).toEqual(["Order AC-7"]);
  expect(find("header")?.textContent).toContain("Delivered");
  expect(find("header")?.textContent).toContain("Total $1,204.50");
  expect(factsIn("Order Details")).toEqual({
    ...{ "Ordered By": "Olga Orders", "Requested By": "Rita Requests", "Payment Status": "Partially Paid" },
    ...{
      "Order Date": "Mar 08 2026 3:05 PM",
      Site: "Yard 9",
      BU: "Wells",
      Region: "South",
      Division: "Deep",
    },
    ...{ PO: "PO-7", AFE: "N.A.", "Tracking Numbers": "1Z1 1Z2" },
  });
  expect(factsIn("Checkout fields")).toEqual({ "Cost Center": "4711" });
  expect(factsIn("Confirmation fields")).toEqual({ Gate: "B 7" });
  expect(factsIn("Order items")).toEqual({ Subtotal: "$1,100.00", Tax: "$104.50", Total: "$1,204.50" });
});

test("in a company with a hierarchy, the groups of the site are shown, each once (ORD-049)", async () => {
  const site: OrderRow["site"] = {
    ...{ id: 9, name: "Yard 9", location_name: null, business_unit: null, region: "South", division: null },
    groups: [
      { id: 1, name: "Corporate", node: "Head office" },
      { id: 2, name: "Region", node: "North" },
    ],
  };
  open(orderWith([LINE], { site }), person({ company: companyWith(true, true, true) }));
  await linesAre(1);
  expect(factsIn("Order Details")).toMatchObject({ Corporate: "Head office", Region: "North" });
  const names = [...(sections()[0]?.querySelectorAll("dt") ?? [])].map(({ textContent }) => textContent);
  expect(names).toEqual([
    ...["Ordered By", "Requested By", "Payment Status", "Order Date", "Site", "Corporate", "Region"],
    ...["PO", "AFE", "Tracking Numbers"],
  ]);
});

test("an order that does not exist or cannot be loaded shows a message with a link or a retry button (ORD-048)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const FAILED = "There was an error trying to load this order";
  let isDown = true;
  open(() => (isDown ? refusal(400, {}) : orderWith([LINE])));
  await eventually(() => expect(control("Try again")).toBeDefined());
  expect(texts("h1")).toEqual(["Order AC-7"]);
  expect(document.body.textContent).toContain(FAILED);
  expect(document.body.textContent).not.toContain("was not found");
  isDown = false;
  await click("Try again");
  await linesAre(1);
  expect(control("Try again")).toBeUndefined();

  clearToasts();
  const missing = open(() => undefined);
  await eventually(() => expect(toasts()).toEqual([expect.stringContaining(FAILED)]));
  expect(document.body.textContent).toContain("Order AC-7 was not found.");
  expect(control("Try again")).toBeUndefined();
  await click("Return to orders");
  await eventually(() => expect(missing.path()).toBe("/orders"));
  logged.mockRestore();
});

test("lines show product and manufacturer, SKUs, quantity, prices, fees and the catalog mark (ORD-061, ORD-062, ORD-063, ORD-064, ORD-065)", async () => {
  const fee: OrderLine = { ...LINE, display: false, product: null };
  open(
    orderWith([
      { ...LINE, is_catalog_plus: true, image_url: "/valve.svg" },
      { ...LINE, id: 2, text: "Gasket", sku: null, product: "P2", manufacturer_sku: "M-2" },
      { ...fee, id: 3, text: "Freight", base_unit_price_value: "12.00", line_total_price: "12.99" },
      { ...fee, id: 4, text: "Free handling", base_unit_price_value: "0.00" },
      { ...fee, id: 5, text: "Credit of handling", base_unit_price_value: "-3.00" },
    ]),
  );
  await linesAre(3);
  expect(texts("thead th").map((name) => name?.trim())).toEqual([
    ...["Image", "Part", "SKU / Manufacturer SKU", "Quantity", "Unit Cost", "Price"],
  ]);
  expect(cellsOf("Ball valve")).toEqual([
    ...[
      "",
      "Ball valveAcme Works",
      expect.stringMatching(/^SKU-1 \/ N\.A\..*Catalog/),
      "2",
      "$10.00",
      "$20.00",
    ],
  ]);
  expect(lines()[0]?.querySelector("img")?.getAttribute("src")).toBe("/valve.svg");
  expect(cellsOf("Gasket")[2]).toBe("N.A. / M-2");
  expect(cellsOf("Freight")).toEqual(["", "Freight", "$12.99"]);
  expect(find("table")?.textContent).not.toContain("handling");
});

test("an item without a product has no remove button, but all cells of its row; the last item has none either (ORD-061, ORD-068, ORD-069)", async () => {
  open(pendingWith(LINE, GASKET, { ...LINE, id: 4, text: "Nameless", sku: null, product: null }));
  await linesAre(3);
  expect(all("thead th")).toHaveLength(7);
  expect(cellsOf("Nameless")).toHaveLength(7);
  expect(removers().map((one) => one.getAttribute("aria-label"))).toEqual([
    ...["Remove item Ball valve", "Remove item Gasket"],
  ]);
  const freight: OrderLine = {
    ...LINE,
    id: 3,
    text: "Freight",
    display: false,
    base_unit_price_value: "12.00",
  };
  open(pendingWith(LINE, freight));
  await linesAre(2);
  expect(removers()).toHaveLength(0);
});

test("TRACK ORDER needs the permission, the feature and a status that can be tracked; a remove button needs the permission (ORD-050, ORD-053, ORD-068)", async () => {
  const withStatus = (status: Order["status"]) => orderWith([LINE, GASKET], { status });
  const untracked = person({ can_view_order_tracking: true, company: companyWith(true, null, null) });
  for (const [who, order, tracks, removes] of [
    [admin, withStatus("Shipped"), true, 0],
    [regular, withStatus("Shipped"), false, 0],
    [untracked, withStatus("Shipped"), false, 0],
    [admin, withStatus("Rejected"), false, 0],
    [admin, withStatus("Canceled"), false, 0],
    [admin, withStatus("Pending Approval"), false, 2],
    [regular, withStatus("Pending Approval"), false, 0],
  ] as const) {
    open(order, who);
    await linesAre(2);
    expect(find("header")?.textContent).toContain(order.status);
    expect(control("TRACK ORDER") !== undefined).toBe(tracks);
    expect(removers()).toHaveLength(removes);
    expect(all("thead th")).toHaveLength(removes ? 7 : 6);
  }
});

test("failed tracking shows a toast (ORD-055)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const close = vi.fn();
  vi.stubGlobal("open", () => ({ opener: window, location: { replace: () => {} }, close }));
  open(orderWith([LINE], { status: "Shipped" }), admin, {
    "GET /orders/AC-7/tracking-url/": () => refusal(500, {}),
  });
  await linesAre(1);
  vi.stubGlobal("open", () => ({ opener: window, location: { replace: () => {} }, close }));
  await click("TRACK ORDER");
  await eventually(() =>
    expect(toasts()).toEqual(["There has been an error trying to track your order. Please try again"]),
  );
  expect(close).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

test("a rejected order shows who rejected it, why, and who approved it before (ORD-051)", async () => {
  open(
    orderWith([LINE], {
      status: "Rejected",
      rejected_by: [
        { username: "rita", name: "Rita Reject", note: "Too <b>many</b> valves" },
        { username: "x", name: "Second", note: "no" },
      ],
      ...{ approved_by: [{ username: "anna", name: "Anna Approve" }], approved_by_count: 1 },
    }),
  );
  await linesAre(1);
  for (const words of ["Rita Reject", "Anna Approve", "Too <b>many</b> valves"])
    expect(document.body.textContent).toContain(words);
  expect(document.body.textContent).not.toContain("Second");
});

const dialog = () => find("[role=dialog]")?.textContent;
const dialogSays = (words: string) => eventually(() => expect(dialog()).toContain(words));
const pressInDialog = (name: string) => {
  const found = all("[role=dialog] button").find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`There is no ${name}.`);
  found.click();
};

test("all lines of one item are removed together, and the confirm dialog says it (ORD-072)", async () => {
  open(pendingWith(LINE, { ...LINE, id: 2 }, GASKET));
  await linesAre(3);
  removers()[0]?.click();
  await dialogSays("cannot be undone. Both lines of SKU-1 will be removed.");
  pressInDialog("Cancel");
  await eventually(() => expect(dialog()).toBeUndefined());
  removers()[2]?.click();
  await dialogSays("cannot be undone.");
  expect(dialog()).not.toContain("lines of");
});

test("a refused removal says so, and the order is refetched; what passes can be tried again (ORD-076)", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  let order = pendingWith(LINE, GASKET);
  let status = 503;
  open(() => order, admin, { "POST /orders/AC-7/remove_line/": () => refusal(status, {}) });
  await linesAre(2);
  const FAILED = "There has been an error removing order line";
  removers()[0]?.click();
  await dialogSays("Are you sure");
  pressInDialog("Remove");
  await dialogSays(FAILED);
  status = 409;
  pressInDialog("Try again");
  await eventually(() =>
    expect(texts("[role=dialog] button").filter((name) => name !== "")).toEqual(["Close"]),
  );
  expect(texts("[role=dialog] [role=alert]")).toEqual([FAILED]);
  // Meanwhile somebody has approved it.
  order = { ...order, status: "Accepted" };
  pressInDialog("Close");
  await eventually(() => expect(find("header")?.textContent).toContain("Accepted"));
  expect(removers()).toHaveLength(0);
  logged.mockRestore();
});

const Panel = () => <OrderItemsPanel identifier="AC-7" />;

test("an order that is N.A. has no visit link (ORD-067)", async () => {
  const server = (identifier: string) => () => ({ ...orderWith([LINE]), identifier });
  renderPage(Panel, admin, server("AC-7"));
  await linesAre(1);
  expect(control("Visit Order AC-7")?.getAttribute("href")).toBe("/orders/AC-7");
  renderPage(Panel, admin, server("N.A."));
  await linesAre(1);
  expect(all("a")).toHaveLength(0);
});
