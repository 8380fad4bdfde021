import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OrdersPage } from "../../../features/orders/orders-page.tsx";
import { onePage, orderRow } from "../../../testing/order-rows.ts";
import { all, click, control, eventually, find, setWidth, texts } from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });

beforeEach(() => setWidth(1440));
afterEach(() => vi.useRealTimers());

const open = async (button: string, at = "/orders") => {
  const page = renderPage(
    OrdersPage,
    admin,
    ({ url: { pathname } }) => {
      if (pathname.includes("/preferences/")) return { value: null };
      return pathname.endsWith("/orders/") ? onePage([orderRow(1)]) : undefined;
    },
    { route: "/orders", at },
  );
  await eventually(() => expect(control(button)).toBeDefined());
  await click(button);
  await eventually(() => expect(start()).not.toBeNull());
  return page;
};
const day = (placeholder: string) => find<HTMLInputElement>(`input[placeholder=${placeholder}]`);
const start = () => day("Start");
const panel = () => find("[role=dialog][aria-label='Filter Order Date']");
const type = async (text: string, placeholder = "Start") => {
  const field = () => day(placeholder);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), text);
  field()?.dispatchEvent(new Event("input", { bubbles: true }));
  await eventually(() => expect(field()?.value).toBe(text));
};
const enter = (placeholder = "Start") =>
  day(placeholder)?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
const chips = () => texts("[aria-label='Active filters'] li");

test("the calendar shows one month and typed days as MM/DD/YY, and accepts one day as both ends (TABLE-003, TABLE-004)", async () => {
  const page = await open(
    "Filter Order Date (on)",
    "/orders?orderDate_after=2026-03-02&orderDate_before=2026-03-31",
  );
  expect(start()?.value).toBe("03/02/26");
  expect(day("End")?.value).toBe("03/31/26");
  expect(panel()?.querySelectorAll("table")).toHaveLength(1);
  for (const _ of ["the first day", "the last day"]) {
    control("10 March 2026")?.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await eventually(() => expect(panel()).toBeNull());
  expect(chips()).toContain("Order Date: 03/10/26");
  expect(page.search()).toEqual({
    orderDate_after: "2026-03-10T05:00:00.000Z",
    orderDate_before: "2026-03-11T04:59:59.999Z",
  });
});

test("an invalid typed day stays in its field with an error until it is corrected; today is marked (TABLE-003)", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-03-18T12:00:00Z");
  await open("Filter Order Date");
  const marked = () => [...(panel()?.querySelectorAll("[aria-current=date]") ?? [])];
  expect(marked().map(({ textContent }) => textContent)).toEqual(["18"]);
  await type("13/45/26");
  enter();
  await eventually(() => expect(start()?.getAttribute("aria-invalid")).toBe("true"));
  expect(start()?.value).toBe("13/45/26");
  const described = document.getElementById(start()?.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("There is no such day. Type it as MM/DD/YY.");
  expect(chips()).toEqual([]);
  await type("12/31/25");
  expect(start()?.hasAttribute("aria-invalid")).toBe(false);
  enter();
  await eventually(() => expect(chips()).toContain("Order Date: from 12/31/25"));
  expect(all("[role=dialog] [role=status]").map(({ textContent }) => textContent)).toContain(
    "Days are typed as MM/DD/YY.",
  );
});

test("the end that is chosen before the list has the start keeps both", async () => {
  const page = await open("Filter Order Date");
  await type("03/02/26");
  await type("03/31/26", "End");
  enter();
  // The filter has been drawn by then, the list has not.
  await Promise.resolve();
  enter("End");
  await eventually(() => expect(chips()).toContain("Order Date: 03/02/26 – 03/31/26"));
  expect(page.search()).toEqual({
    orderDate_after: "2026-03-02T06:00:00.000Z",
    orderDate_before: "2026-04-01T04:59:59.999Z",
  });
});
