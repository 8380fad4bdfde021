import { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { themeOf } from "@mcc/contract/theme/theme.rules.ts";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../platform/api/query-client.ts";
import { getGlobals, openModal, setExcelHeaders, setGlobals } from "../platform/state/globals.ts";
import { resetState } from "../platform/state/reset-state.ts";
import { state } from "./shared-state.ts";

const page = <T>(...results: T[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  current_url: "",
});
const answered = (path: string, query: object, answer: unknown) =>
  queryClient.setQueryData([path, { query }], answer);

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
  ...themeOf("acme", { logo_url: "/logo.svg", mcc_theme_url: "/theme.css" }),
  accent: "#123456",
};

beforeEach(() => {
  resetState();
  setGlobals({ companyTheme: null, splash: true });
});

test("a global reset puts every shared value back to its default (SHELL-046)", () => {
  answered("/orders/", {}, page({ id: 1 }));
  state.auth.user.put(user);
  state.sites.select("North");
  state.documents.preload.set(false);
  state.roles.errors.set({ name: ["Taken"] });
  setGlobals({ debug: true, spinner: true, sidebarOpen: false, tableLoading: true, companyTheme: theme });
  openModal({ title: "Sure?", content: "Text" });
  resetState();
  expect(state.orders.list.get().results).toEqual([]);
  expect(state.auth.user.get()).toBeNull();
  expect(state.auth.permissions()).toEqual([]);
  expect(state.sites.selected()).toBeUndefined();
  expect(state.documents.preload.get()).toBe(true);
  expect(state.roles.errors.get()).toEqual({});
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

test("orders, alerts, users, roles and site types have their slices (SHELL-047)", () => {
  answered("/orders/", { limit: 20 }, page({ id: 1 }));
  answered("/alerts/", {}, page({ id: 2 }));
  answered("/triggers/", {}, page({ id: 3 }));
  answered("/accounts/users/", {}, page({ id: 4 }));
  state.users.detail.put({ id: 5 }, { params: { id: 5 } });
  state.roles.role.put({ id: 6, name: "Buyer" });
  answered("/accounts/roles/", {}, page({ id: 6 }));
  state.roles.errors.set({ name: ["Taken"] });
  state.siteTypes.siteType.put({ id: 8, name: "Rig" });
  answered("/sites/site-type/", {}, page({ id: 8 }));
  state.siteTypes.errors.set({ name: ["Taken"] });
  expect(state.orders.list.get().results).toEqual([{ id: 1 }]);
  expect(state.alerts.alerts.get().results).toEqual([{ id: 2 }]);
  expect(state.alerts.triggers.get().results).toEqual([{ id: 3 }]);
  expect(state.users.companyUsers.get().results).toEqual([{ id: 4 }]);
  expect(state.users.detail.get()).toEqual({ id: 5 });
  expect(state.roles.role.get()).toEqual({ id: 6, name: "Buyer" });
  expect(state.roles.companyRoles.get().count).toBe(1);
  expect(state.roles.errors.get()).toEqual({ name: ["Taken"] });
  expect(state.siteTypes.siteType.get()).toEqual({ id: 8, name: "Rig" });
  expect(state.siteTypes.companyList.get().count).toBe(1);
  expect(state.siteTypes.errors.get()).toEqual({ name: ["Taken"] });
});

test("of several cached answers the newest shows through", () => {
  queryClient.setQueryData(["/orders/", { query: { offset: 0 } }], page({ id: 1 }), { updatedAt: 1000 });
  queryClient.setQueryData(["/orders/", { query: { offset: 20 } }], page({ id: 2 }), { updatedAt: 2000 });
  expect(state.orders.list.get().results).toEqual([{ id: 2 }]);
});

test("the user's company takes a new approval status or billing address without a new sign-in (SHELL-048)", () => {
  state.auth.user.put(user);
  expect(state.auth.permissions()).toEqual(["order-tracking"]);
  state.auth.updateCompany({ has_order_approval: true });
  state.auth.updateCompany({ billing_address: { city: "Houston" } });
  expect(state.auth.user.get()).toMatchObject({
    username: "ada",
    company: { name: "Acme Drilling", has_order_approval: true, billing_address: { city: "Houston" } },
  });
});

test("the selected site is found by name regardless of case (SHELL-049)", () => {
  answered("/v2/sites/", {}, page({ id: 1, name: "North Rig", groups: [] }, { id: 2, name: "South Rig" }));
  state.sites.select("SOUTH rig");
  expect(state.sites.selected()).toEqual({ id: 2, name: "South Rig" });
  state.sites.select("East Rig");
  expect(state.sites.selected()).toBeUndefined();
});

test("the hierarchy slice keeps lists of one path apart by what was asked (SHELL-050)", () => {
  const nodes = "/company-hierarchy/organization-nodes/";
  const groups = "/company-hierarchy/organization-groups/";
  state.hierarchy.node.put({ id: 1, name: "Root" }, { params: { id: 1 } });
  answered(nodes, { limit: 1_000_000 }, page({ id: 1 }, { id: 2 }));
  answered(nodes, { limit: 20, offset: 0 }, { ...page({ id: 1 }), count: 41, next: "?offset=20" });
  answered(groups, {}, page({ id: 3 }));
  answered(groups, { tree_visibility: true }, page({ id: 4 }));
  answered("/accounts/users/", { liteVersion: "true", hasPolicies: false }, page({ id: 5 }));
  answered("/accounts/users/", { hasPolicies: true }, { ...page({ id: 6 }), count: 21, next: "?offset=20" });
  answered("/sites/", { liteVersion: "true" }, page({ id: 7, name: "North" }));
  state.hierarchy.tree.put({ id: 1, name: "Root" });
  const { hierarchy, users } = state;
  expect(hierarchy.node.get()).toEqual({ id: 1, name: "Root" });
  expect(hierarchy.nodes.get().count).toBe(2);
  expect(hierarchy.nodesTable.get()).toMatchObject({ count: 41, next: "?offset=20" });
  expect(hierarchy.groups.get().results).toEqual([{ id: 3 }]);
  expect(hierarchy.visibleGroups.get().results).toEqual([{ id: 4 }]);
  expect(hierarchy.users.get().results).toEqual([{ id: 5 }]);
  expect(hierarchy.policiesTable.get()).toMatchObject({ count: 21, results: [{ id: 6 }] });
  expect(hierarchy.sites.get().results).toEqual([{ id: 7, name: "North" }]);
  expect(hierarchy.tree.get()).toEqual({ id: 1, name: "Root" });
  expect(users.companyUsers.get().results).toEqual([]);
});

test("approval rules, warehouses and the platform's companies have their slices (SHELL-051)", () => {
  state.approvalRules.current.put({ id: 1 });
  answered("/approvals/rules/", { order_by: "limit" }, { data: [{ id: 1 }], ...page({ id: 1 }) });
  state.approvalRules.errors.set({ limit: ["Too low"] });
  answered("/sites/list-warehouses/", {}, page({ id: 1, name: "Houston" }));
  answered("/mcc-admin/companies/", {}, page({ id: 7, name: "Acme" }));
  state.mccAdmin.companies.current.put({ id: 7, name: "Acme" });
  expect(state.approvalRules.current.get()).toEqual({ id: 1 });
  expect(state.approvalRules.list.get()).toMatchObject({ data: [{ id: 1 }], count: 1, next: null });
  expect(state.approvalRules.errors.get()).toEqual({ limit: ["Too low"] });
  expect(state.warehouses.names.get().results.map(({ name }) => name)).toEqual(["Houston"]);
  expect(state.mccAdmin.companies.table.get().count).toBe(1);
  expect(state.mccAdmin.companies.current.get()).toEqual({ id: 7, name: "Acme" });
});

test("documents preload at first, and an order's documents have a table of their own (SHELL-052)", () => {
  expect(state.documents.preload.get()).toBe(true);
  answered(documentList.path, { ordering: "-order_date" }, page({ id: 1 }));
  queryClient.setQueryData(
    [orderDocumentList.path, { params: { identifier: "A-1" }, query: {} }],
    page({ id: 2 }),
  );
  expect(state.documents.table.get().results).toEqual([{ id: 1 }]);
  expect(state.orderDocuments.table.get().results).toEqual([{ id: 2 }]);
});

test("globals start with their defaults, the splash shown and the modal medium (SHELL-053, SHELL-017)", () => {
  expect(state.globals.get()).toEqual({
    debug: false,
    sidebarOpen: true,
    spinner: false,
    splash: true,
    companyTheme: null,
    modal: { size: "modal-md", title: "", content: null, buttons: [] },
    excelHeaders: [],
    tableLoading: false,
  });
});

test("setting the excel headers drops the column of actions (TABLE-036)", () => {
  setExcelHeaders([
    { name: "site", label: "Site" },
    { name: "actions", label: "Actions" },
  ]);
  expect(getGlobals().excelHeaders).toEqual([{ name: "site", label: "Site" }]);
});

test("the groups of a site are stored on its entry in every cached list (SHELL-054)", () => {
  answered("/v2/sites/", { offset: 0 }, page({ id: 1, name: "North" }, { id: 2, name: "South" }));
  answered("/sites/", { untrimmed: true }, page({ id: 1, name: "North" }));
  state.sites.storeGroups(1, [{ id: 9, name: "Region" }]);
  const grouped = { id: 1, name: "North", groups: [{ id: 9, name: "Region" }] };
  expect(state.sites.list.get().results).toEqual([grouped, { id: 2, name: "South" }]);
  expect(queryClient.getQueryData(["/sites/", { query: { untrimmed: true } }])).toEqual(page(grouped));
});

test("resetting the site list or the user list leaves it empty (SHELL-055)", () => {
  answered("/v2/sites/", {}, page({ id: 1, name: "North" }));
  answered("/accounts/users/", {}, page({ id: 4 }));
  state.sites.reset();
  state.users.reset();
  expect(state.sites.list.get()).toMatchObject({ count: 0, results: [] });
  expect(state.users.companyUsers.get()).toMatchObject({ count: 0, results: [] });
});
