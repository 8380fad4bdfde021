import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { all, clearToasts, eventually, find, setWidth, texts, toasts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { EcommerceLoginPage } from "./ecommerce-login-page.tsx";
import { OrderTrackingPage } from "./order-tracking-page.tsx";

const company = { ...companyWith(true, true, null), ecommerce_url: "https://shop.example.com" };
const admin = person({ is_company_admin: true, company });
const role = (id: number, name: string, rights: object = {}) => ({
  ...{ id, name, can_impersonate: false, can_view_order_tracking: false, has_approval_rule: false },
  ...rights,
});

/** The roles, as a server keeps them: what is sent changes them, unless it refuses. */
const open = async (
  Page: typeof OrderTrackingPage,
  stored = [role(1, "Buyer"), role(2, "Keeper", { can_impersonate: true })],
  refuses = false,
) => {
  const sent: unknown[] = [];
  const asked: (string | null)[] = [];
  renderPage(Page, admin, ({ method, url: { pathname, searchParams }, body }) => {
    if (method === "GET") {
      asked.push(searchParams.get("order_by"));
      return onePage(stored);
    }
    sent.push({ method, path: pathname, body });
    if (refuses) return Response.json({ detail: "Not now." }, { status: 500 });
    const at = stored.findIndex(({ id }) => pathname.endsWith(`/roles/${id}/`));
    stored[at] = { ...stored[at], ...(body as object) } as (typeof stored)[number];
    return stored[at];
  });
  await eventually(() => expect(all("h1")).not.toEqual([]));
  await eventually(() => expect(find("[aria-busy=true]")).toBeNull());
  return { sent, asked };
};

const switchOf = (name: string) => find<HTMLInputElement>(`input[role=switch][aria-label="${name}"]`);
const turn = (name: string) => switchOf(name)?.click();

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("Ecommerce Login has a table of roles with a switch each, which saves can_impersonate (CONF-027)", async () => {
  const { sent, asked } = await open(EcommerceLoginPage);
  expect(texts("h1")).toEqual(["Ecommerce Login"]);
  expect(texts("nav[aria-label=Breadcrumbs]").join(" ")).toContain("Configuration");
  expect(texts("thead th")).toEqual(["Name", "Can Login in Ecommerce"]);
  expect(texts("tbody tr > :first-child")).toEqual(["Buyer", "Keeper"]);
  expect(switchOf("Can Login in Ecommerce, Buyer")?.checked).toBe(false);
  expect(switchOf("Can Login in Ecommerce, Keeper")?.checked).toBe(true);
  turn("Can Login in Ecommerce, Buyer");
  await eventually(() => expect(toasts()).toEqual(["Role updated correctly"]));
  expect(sent).toEqual([{ method: "PATCH", path: "/accounts/roles/1/", body: { can_impersonate: true } }]);
  await eventually(() => expect(asked).toEqual(["name", "name"]));
  expect(switchOf("Can Login in Ecommerce, Buyer")?.checked).toBe(true);
  turn("Can Login in Ecommerce, Keeper");
  await eventually(() => expect(sent.at(-1)).toMatchObject({ body: { can_impersonate: false } }));
});

test("Order Tracking has a table of roles with a switch each, which saves can_view_order_tracking (CONF-028)", async () => {
  const { sent } = await open(OrderTrackingPage);
  expect(texts("h1")).toEqual(["Order Tracking"]);
  expect(texts("thead th")).toEqual(["Name", "Can View Order Tracking"]);
  expect(switchOf("Can View Order Tracking, Keeper")?.checked).toBe(false);
  turn("Can View Order Tracking, Keeper");
  await eventually(() => expect(toasts()).toEqual(["Role updated correctly"]));
  expect(sent).toEqual([
    { method: "PATCH", path: "/accounts/roles/2/", body: { can_view_order_tracking: true } },
  ]);
  await eventually(() => expect(switchOf("Can View Order Tracking, Keeper")?.checked).toBe(true));
});

test("a switch that could not be saved is as before, with a toast; without roles the table says so", async () => {
  await open(OrderTrackingPage, undefined, true);
  turn("Can View Order Tracking, Buyer");
  await eventually(() => expect(toasts()).toEqual(["There has been an error updating the role"]));
  await eventually(() => expect(switchOf("Can View Order Tracking, Buyer")?.checked).toBe(false));
  await open(OrderTrackingPage, []);
  expect(all("tbody")[0]?.textContent).toBe("Company does not have user's roles");
});
