import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { OrdersPage } from "../../../features/orders/orders-page.tsx";
import { onePage, orderRow } from "../../../testing/order-rows.ts";
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
} from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

/** The list of orders, for somebody who has stored these columns. */
const open = async (stored: readonly string[], at = "/orders") => {
  const page = renderPage(
    OrdersPage,
    admin,
    ({ method, url: { pathname } }) => {
      if (pathname.includes("/preferences/columns")) return method === "GET" ? { value: stored } : {};
      if (pathname.includes("/preferences/")) return { value: null };
      return pathname.endsWith("/orders/") ? onePage([orderRow(1)]) : undefined;
    },
    { route: "/orders", at },
  );
  await eventually(() => expect(find("table")?.getAttribute("aria-busy")).toBe("false"));
  return page;
};
const names = () => texts("thead th").map((name) => name?.trim());
const entries = (list: string) => texts(`[role=dialog] ul[aria-label=${list}] li`);
const first = () => entries("Shown").slice(0, 4);
const box = (name: string) => {
  const row = all("[role=dialog] li").find(({ textContent }) => textContent === name);
  return row?.querySelector("input") as HTMLInputElement;
};
const key = (pressed: string, altKey = false) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key: pressed, altKey, bubbles: true, cancelable: true }),
  );
/** Presses a button that has the focus, as the Enter key does. */
const press = async (name: string) => {
  const button = all("[role=dialog] button").find(({ textContent }) => textContent === name);
  button?.focus();
  button?.click();
  await new Promise((resolve) => setTimeout(resolve));
  return button;
};
const reorganize = async () => {
  await click("Reorganize Columns");
  // The dialog gives the focus to its first entry.
  await eventually(() => expect(document.activeElement).toBe(find("[role=dialog] input[data-autofocus]")));
};
/** Again until it is picked: while it opens, the dialog may give the focus to its first entry once more. */
const focusOn = (name: string) =>
  eventually(() => {
    const picked = () => box(name).closest("li")?.dataset.picked;
    if (picked() !== "true") {
      box(name).blur();
      box(name).focus();
    }
    expect(picked()).toBe("true");
  });

test("Reorganize Columns is one list with check boxes, ordered by its buttons and by keys; each press changes the table (TABLE-015, TABLE-016, LIST-016 partly, WORK-015 partly)", async () => {
  await open(["@all"]);
  await reorganize();
  expect(first()).toEqual(["Site", "Business Unit", "Region", "Ordered By"]);
  await focusOn("Business Unit");
  await press("Move down");
  await eventually(() => expect(first()).toEqual(["Site", "Region", "Business Unit", "Ordered By"]));
  await press("Move up");
  await eventually(() => expect(first()).toEqual(["Site", "Business Unit", "Region", "Ordered By"]));
  await press("Remove");
  await eventually(() => expect(first()).toEqual(["Site", "Region", "Ordered By", "Requested By"]));
  expect(entries("Hidden")).toEqual(["Waiting For", "Business Unit"]);
  await eventually(() => expect(names()).not.toContain("Business Unit"));
  await focusOn("Business Unit");
  const add = await press("Add");
  await eventually(() => expect(entries("Shown").at(-1)).toBe("Business Unit"));
  // For the next one.
  expect(document.activeElement).toBe(add);
  await eventually(() => expect(names().at(-2)).toBe("Business Unit"));

  // By keyboard alone: the arrows go through the list, with Alt they move the column, the space bar checks it.
  await focusOn("Site");
  key("ArrowDown");
  await eventually(() => expect(document.activeElement).toBe(box("Region")));
  key("ArrowUp", true);
  await eventually(() => expect(first()).toEqual(["Region", "Site", "Ordered By", "Requested By"]));
  await eventually(() => expect(document.activeElement).toBe(box("Region")));
  expect(texts("[role=dialog] [role=status]")).toContain("Region is column 1 of 14.");
  box("Region").click();
  await eventually(() => expect(entries("Hidden")).toEqual(["Waiting For", "Region"]));
  // The next one.
  await eventually(() => expect(document.activeElement).toBe(box("Site")));
  box("Region").click();
  await eventually(() => expect(entries("Shown").at(-1)).toBe("Region"));

  await press("Restore standard columns");
  await eventually(() => expect(first()).toEqual(["Site", "Business Unit", "Region", "Ordered By"]));
  await press("Close");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(names().slice(0, 3)).toEqual(["Site", "Business Unit", "Region"]);
});

test("the identifying column stays, and the others can be restored (TABLE-016, WORK-015 partly)", async () => {
  await open(["@all"]);
  await reorganize();
  await focusOn("Order");
  const remove = () => all("[role=dialog] button").find(({ textContent }) => textContent === "Remove");
  await eventually(() => expect(remove()?.getAttribute("aria-disabled")).toBe("true"));
  await press("Remove");
  box("Order").click();
  expect(entries("Shown")).toContain("Order");
  expect(box("Order").checked).toBe(true);
  await press("Remove all");
  await press("Close");
  await eventually(() => expect(names()).toEqual(["Order", "Actions"]));
  await click("Restore standard columns");
  await eventually(() => expect(names().slice(0, 2)).toEqual(["Site", "Business Unit"]));

  // Put away when every column still could be.
  await open(
    [
      ...["site", "business_unit", "region", "ordered_by", "requested_by", "identifier", "po_number"],
      ...["tracking_numbers", "afe_number", "status", "payment_status", "orderDate", "lines", "total"],
    ].map((id) => `-${id}`),
  );
  await eventually(() => expect(texts("td")[0]).toMatch(/^No columns are shown\./));
  await click("Restore standard columns");
  await eventually(() => expect(names().slice(0, 2)).toEqual(["Site", "Business Unit"]));
});

test("a link brings its own columns, through a sorting, until one wants one's own again; it can be copied (TABLE-015, LIST-016)", async () => {
  const page = await open(["@all"], "/orders?columns=total,identifier");
  await eventually(() => expect(names()).toEqual(["Total", "Order", "Actions"]));
  all("thead button")
    .find(({ textContent }) => textContent === "Total")
    ?.click();
  await eventually(() => expect(page.search()).toEqual({ columns: "total,identifier", ordering: "-total" }));
  expect(names()).toEqual(["Total", "Order", "Actions"]);
  await click("Show your own columns");
  await eventually(() => expect(names().slice(0, 2)).toEqual(["Site", "Business Unit"]));
  expect(page.search()).toEqual({ ordering: "-total" });
  await reorganize();
  const copied = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText: copied } });
  await press("Copy link with these columns");
  await eventually(() => expect(toasts()).toEqual(["The link was copied."]));
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/\?columns=site%2Cbusiness_unit%2Cregion%2C/));
  expect(control("Show your own columns")).toBeUndefined();
});
