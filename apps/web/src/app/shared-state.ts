import type { FieldErrors } from "@mcc/contract/kit/errors.ts";
import { authState } from "../platform/session/auth-state.ts";
import { cacheSlice, localSlice } from "../platform/state/cache-slice.ts";
import { getGlobals } from "../platform/state/globals.ts";

/**
 * The shared client state by name (specification 3, "Start-up and shared client state"). Every slice is a view of the
 * query cache; rows are typed by the feature that reads them.
 */
interface Row {
  readonly id: number;
  readonly name?: string;
}
interface SiteRow extends Row {
  readonly name: string;
  readonly groups?: readonly Row[];
}
interface Listed<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
  readonly current_url: string;
}

const NONE: Listed<never> = { count: 0, next: null, previous: null, results: [], current_url: "" };
const NO_ERRORS: FieldErrors = {};

const table = <T = Row>(path: string, when?: (query: Readonly<Record<string, unknown>>) => boolean) =>
  cacheSlice<Listed<T>>({ path, empty: NONE, when });
const one = <T = Row>(path: string) => cacheSlice<T | null>({ path, empty: null });

const siteLists = {
  /** The sites page reads the second version of the list, exports and selectors the first. */
  page: table<SiteRow>("/v2/sites/"),
  full: table<SiteRow>("/sites/", (query) => !query.liteVersion),
};
const selectedSite = localSlice<string | null>("sites.selected", null);
const companyUsers = table("/accounts/users/", (query) => !query.liteVersion && !query.hasPolicies);
const userDetail = one("/accounts/users/:id/");

const NODES = "/company-hierarchy/organization-nodes/";
const GROUPS = "/company-hierarchy/organization-groups/";

export const state = {
  orders: { list: table("/orders/") },
  alerts: { alerts: table("/alerts/"), triggers: table("/triggers/") },
  auth: authState,
  sites: {
    list: siteLists.page,
    select: selectedSite.set,
    selected: (): SiteRow | undefined => {
      const wanted = selectedSite.get()?.toLowerCase();
      return siteLists.page.get().results.find(({ name }) => name.toLowerCase() === wanted);
    },
    storeGroups: (siteId: number, groups: readonly Row[]) => {
      for (const list of Object.values(siteLists)) {
        list.change((now) => ({
          ...now,
          results: now.results.map((site) => (site.id === siteId ? { ...site, groups } : site)),
        }));
      }
    },
    reset: () => {
      for (const list of Object.values(siteLists)) list.reset();
    },
  },
  users: { companyUsers, detail: userDetail, reset: companyUsers.reset },
  roles: {
    role: one("/accounts/roles/:id/"),
    companyRoles: table("/accounts/roles/"),
    errors: localSlice("roles.errors", NO_ERRORS),
  },
  siteTypes: {
    siteType: one("/sites/site-type/:id/"),
    companyList: table("/sites/site-type/"),
    errors: localSlice("siteTypes.errors", NO_ERRORS),
  },
  hierarchy: {
    node: one(`${NODES}:id/`),
    /** Selectors load all nodes, the table one page of them. */
    nodes: table(NODES, ({ limit }) => Number(limit) >= 1_000_000),
    groups: table(GROUPS, (query) => !query.tree_visibility),
    visibleGroups: table(GROUPS, (query) => query.tree_visibility === true),
    users: table("/accounts/users/", (query) => query.liteVersion === "true"),
    sites: table<SiteRow>("/sites/", (query) => query.liteVersion === "true"),
    nodesTable: table(NODES, ({ limit }) => !(Number(limit) >= 1_000_000)),
    policiesTable: table("/accounts/users/", (query) => query.hasPolicies === true),
    tree: one("/company-hierarchy/tree/"),
  },
  approvalRules: {
    current: one("/approvals/rules/:id/"),
    list: cacheSlice({ path: "/approvals/rules/", empty: { data: [] as readonly Row[], ...NONE } }),
    errors: localSlice("approvalRules.errors", NO_ERRORS),
  },
  documents: { table: table("/documents/"), preload: localSlice("documents.preload", true) },
  orderDocuments: { table: table("/documents/order/:identifier/") },
  mccAdmin: {
    companies: { table: table("/mcc-admin/companies/"), current: one("/mcc-admin/companies/:id/") },
  },
  warehouses: { names: table("/sites/list-warehouses/") },
  globals: { get: getGlobals },
} as const;
