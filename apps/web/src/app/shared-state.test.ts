import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { themeOf } from "@mcc/contract/theme/theme.rules.ts";
import { DEFAULT_THEME } from "@mcc/contract/theme/theme.schema.ts";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../platform/api/query-client.ts";
import { getGlobals, openModal, setExcelHeaders, setGlobals } from "../platform/state/globals.ts";
import { resetState } from "../platform/state/reset-state.ts";
import { state } from "./shared-state.ts";

const company = {
  id: 7,
  name: "Acme Drilling",
  slug_name: "acme",
  short_name: "Acme",
  label: "GoAcme",
  logo: null,
  accent_color: null,
  ecommerce_url: null,
  has_order_tracking: true,
  has_order_approval: false,
  has_company_hierarchy: false,
  has_location_name_required: false,
  has_trigger_rule_weekday_disabled: false,
  features: { order_approval: false, order_tracking: true, company_hierarchy: null },
  default_billing_address: null,
};
const user = {
  token: "t",
  id: 1,
  username: "ada",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@example.com",
  role: { id: 3, name: "Buyer" },
  is_company_admin: false,
  is_approver: false,
  is_deputy: false,
  decides_escalated: false,
  has_second_factor: false,
  must_enroll: false,
  is_mcc_admin: false,
  has_approval_rule: false,
  can_impersonate: false,
  can_view_order_tracking: true,
  enable_analytics: false,
  alerts_enabled: true,
  ecommerce_username: null,
  company,
  permissions: ["order-tracking" as const],
};
const theme = {
  ...themeOf(DEFAULT_THEME, { logo_url: "/logo.svg", mcc_theme_url: "/theme.css" }),
  accent: "#123456",
};

beforeEach(() => {
  resetState();
  setGlobals({ companyTheme: null, splash: true });
});

test("a global reset puts every shared value back to its default (SHELL-046)", () => {
  state.auth.user.put(user);
  state.documents.preload.set(false);
  setGlobals({ debug: true, spinner: true, sidebarOpen: false, tableLoading: true, companyTheme: theme });
  openModal({ title: "Sure?", content: "Text" });
  resetState();
  expect(state.auth.user.get()).toBeNull();
  expect(state.documents.preload.get()).toBe(true);
  expect(getGlobals()).toMatchObject({
    debug: false,
    spinner: false,
    sidebarOpen: true,
    tableLoading: false,
    modal: { content: null },
  });
});

test("a global reset hides the splash and keeps the company's look (SHELL-015)", () => {
  setGlobals({ companyTheme: theme });
  resetState();
  expect(getGlobals().splash).toBe(false);
  expect(getGlobals().companyTheme).toBe(theme);
});

test("of several cached answers the newest shows through", () => {
  queryClient.setQueryData([currentUser.path, {}], user, { updatedAt: 1000 });
  queryClient.setQueryData([currentUser.path, { query: {} }], { ...user, id: 2 }, { updatedAt: 2000 });
  expect(state.auth.user.get()?.id).toBe(2);
});

test("the user's company takes a new approval status and billing address without a new sign-in (SHELL-048)", () => {
  const address = {
    ...{ id: 9, name: "Acme", name_ext: null, phone: null, email: null, street: "1 Main St", street2: null },
    ...{ postal_code: null, city: "Midland", region: "Texas", region_code: "TX", country: "US" },
    is_default_billing_address: true,
  };
  state.auth.user.put(user);
  state.auth.updateCompany({ has_order_approval: true });
  state.auth.updateCompany({ default_billing_address: address });
  expect(state.auth.user.get()).toEqual({
    ...user,
    permissions: ["order-tracking"],
    company: { ...company, has_order_approval: true, default_billing_address: address },
  });
});

const DEFAULTS = {
  debug: false,
  sidebarOpen: true,
  spinner: false,
  splash: true,
  companyTheme: null,
  modal: { size: "modal-md", title: "", content: null, buttons: [] },
  excelHeaders: [],
  tableLoading: false,
} as const;

test("globals start with their defaults, the splash shown and the modal medium (SHELL-017)", () => {
  expect(getGlobals()).toEqual(DEFAULTS);
});

test("globals hold what is set, each for itself (SHELL-053)", () => {
  const held = () => getGlobals();
  const flags = ["debug", "sidebarOpen", "spinner", "splash", "tableLoading"] as const;
  for (const flag of flags) {
    const before = held();
    setGlobals({ [flag]: !DEFAULTS[flag] });
    expect(held()).toEqual({ ...before, [flag]: !DEFAULTS[flag] });
  }
  setGlobals({ companyTheme: theme });
  const modal = { size: "modal-lg" as const, title: "Sure?", content: "Text", buttons: [{ label: "Yes" }] };
  openModal(modal);
  setExcelHeaders([{ name: "site", label: "Site" }]);
  expect(held()).toMatchObject({
    ...{ companyTheme: theme, modal },
    excelHeaders: [{ name: "site", label: "Site" }],
  });
});

test("setting the excel headers drops the column of actions (TABLE-036)", () => {
  setExcelHeaders([
    { name: "site", label: "Site" },
    { name: "actions", label: "Actions" },
  ]);
  expect(getGlobals().excelHeaders).toEqual([{ name: "site", label: "Site" }]);
});
