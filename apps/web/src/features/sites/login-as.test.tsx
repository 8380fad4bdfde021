import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "../../platform/page/toast.ts";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { SitesPage } from "./sites-page.tsx";

const company = companyWith(null, true, null);
const regular = person({ company });
const impersonator = person({ company, can_impersonate: true });
const admin = person({ company, can_impersonate: true, is_company_admin: true });
const ADDRESS = "https://shop.acme.example/?token=abc";
const FAILED = "There has been an error trying to login to ecommerce. Please try again";

const site = (id: number, name: string, buyout_site: boolean) => ({
  ...{ id, name, buyout_site, location_name: null, site_type: null, business_unit: null, division: null },
  ...{ region: null, groups: [], users: [], users_count: 0, node: null },
});
const rows = [site(1, "Rig 7", false), site(2, "Old Mill", true)];

/** A tab as the browser hands it out. */
const newTab = () => ({ opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() });
let open: ReturnType<typeof vi.fn>;
let assign: ReturnType<typeof vi.fn>;
let tabs: ReturnType<typeof newTab>[];

beforeEach(() => {
  setWidth(1440);
  sessionStorage.clear();
  tabs = [];
  open = vi.fn(() => {
    tabs.push(newTab());
    return tabs.at(-1);
  });
  assign = vi.fn();
  vi.spyOn(window, "open").mockImplementation(open as never);
  vi.spyOn(location, "assign").mockImplementation(assign as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const showSites = async (
  user = impersonator,
  answer: () => unknown = () => ({ auth_redirect_url: ADDRESS }),
) => {
  renderPage(SitesPage, user, ({ url: { pathname } }) => {
    if (pathname.endsWith("/login-as/")) return answer();
    return pathname.includes("/preferences/") ? { value: null } : onePage(rows);
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
};

test("login-as is offered to impersonators, at a buyout site to company admins only (SITE-075, SITE-076)", async () => {
  await showSites(regular);
  expect(texts("th")).not.toContain("Actions");
  expect(control("Login to Ecommerce As Rig 7")).toBeUndefined();
  await showSites(impersonator);
  expect(control("Login to Ecommerce As Rig 7")).toBeDefined();
  expect(control("Login to Ecommerce As Old Mill")).toBeUndefined();
  await showSites(admin);
  expect(control("Login to Ecommerce As Old Mill")).toBeDefined();
});

test("the storefront opens in a new tab, and in the same window while a login-as is under way (SITE-078)", async () => {
  await showSites();
  await click("Login to Ecommerce As Rig 7");
  expect(open).toHaveBeenCalledWith("about:blank", "_blank"); // during the click, or it would be blocked
  await eventually(() => expect(String(tabs[0]?.location.replace.mock.calls[0])).toBe(ADDRESS));
  expect(tabs[0]?.opener).toBeNull();
  expect(assign).not.toHaveBeenCalled();
  await click("Login to Ecommerce As Rig 7");
  await eventually(() => expect(String(assign.mock.calls[0])).toBe(ADDRESS));
  expect(tabs).toHaveLength(1);
});

test("what another session of this tab has opened is not under way", async () => {
  sessionStorage.setItem("login-as", "of another");
  await showSites();
  await click("Login to Ecommerce As Rig 7");
  expect(open).toHaveBeenCalledOnce();
});

test("where the browser blocks the tab, the storefront opens in the same window", async () => {
  open.mockReturnValue(null);
  await showSites();
  await click("Login to Ecommerce As Rig 7");
  await eventually(() => expect(String(assign.mock.calls[0])).toBe(ADDRESS));
});

test("a failure closes the tab and says so; the next attempt opens a new one (SITE-079)", async () => {
  const told = vi.spyOn(toast, "error").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  await showSites(impersonator, () => undefined);
  await click("Login to Ecommerce As Rig 7");
  await eventually(() => expect(told.mock.calls[0]?.[0]).toBe(FAILED));
  expect(tabs[0]?.close).toHaveBeenCalledOnce();
  await click("Login to Ecommerce As Rig 7");
  await eventually(() => expect(tabs).toHaveLength(2));
});

test("an address that is no page is refused", async () => {
  const told = vi.spyOn(toast, "error").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  await showSites(impersonator, () => ({ auth_redirect_url: "javascript:alert(1)" }));
  await click("Login to Ecommerce As Rig 7");
  await eventually(() => expect(told.mock.calls[0]?.[0]).toBe(FAILED));
  expect(tabs[0]?.location.replace).not.toHaveBeenCalled();
});
