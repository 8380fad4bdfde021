import type { SessionCompany } from "@mcc/contract/access/session.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import type { FieldErrors } from "@mcc/contract/kit/errors.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { held, windowOn } from "./cache-window.ts";
import { getGlobals, resetGlobals } from "./globals.ts";
import { queryClient } from "./query-client.ts";

/**
 * The shared client state by name (specification 3, "Start-up and shared client state"). Every slice is a window on the
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
  windowOn<Listed<T>>({ path, empty: NONE, when });
const one = <T = Row>(path: string) => windowOn<T | null>({ path, empty: null });

type SignedInUser = Reply<typeof currentUser>;
type CompanyPatch = Partial<SessionCompany> & { readonly billing_address?: object | null };

const user = one<SignedInUser>(currentUser.path);
/** Somebody stays signed in however long no part of the page asks who it is. */
queryClient.setQueryDefaults([currentUser.path], { gcTime: Number.POSITIVE_INFINITY });

const siteLists = {
  /** The sites page reads the second version of the list, exports and selectors the first. */
  page: table<SiteRow>("/v2/sites/"),
  full: table<SiteRow>("/sites/", (query) => !query.liteVersion),
};
const selectedSite = held<string | null>("sites.selected", null);
const companyUsers = table("/accounts/users/", (query) => !query.liteVersion && !query.hasPolicies);
const userDetail = one("/accounts/users/:id/");

const NODES = "/company-hierarchy/organization-nodes/";
const GROUPS = "/company-hierarchy/organization-groups/";

export const state = {
  orders: { list: table("/orders/") },
  alerts: { alerts: table("/alerts/"), triggers: table("/triggers/") },
  auth: {
    user,
    permissions: () => user.get()?.permissions ?? [],
    /** The company's switches or billing address, changed without a new sign-in. */
    updateCompany: (patch: CompanyPatch) =>
      user.change((now) => now && { ...now, company: now.company && { ...now.company, ...patch } }),
  },
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
    errors: held("roles.errors", NO_ERRORS),
  },
  siteTypes: {
    siteType: one("/sites/site-type/:id/"),
    companyList: table("/sites/site-type/"),
    errors: held("siteTypes.errors", NO_ERRORS),
  },
  hierarchy: {
    node: one(`${NODES}:id/`),
    /** Selectors ask for every node at once, the page for a page of them. */
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
    list: windowOn({ path: "/approvals/rules/", empty: { data: [] as readonly Row[], ...NONE } }),
    errors: held("approvalRules.errors", NO_ERRORS),
  },
  documents: { table: table("/documents/"), preload: held("documents.preload", true) },
  orderDocuments: { table: table("/documents/order/:identifier/") },
  mccAdmin: {
    companies: { table: table("/mcc-admin/companies/"), current: one("/mcc-admin/companies/:id/") },
  },
  warehouses: { names: table("/sites/list-warehouses/") },
  globals: { get: getGlobals },
} as const;

/** Every shared value goes back to its default; only the company's look stays. */
export const resetState = (): void => {
  queryClient.clear();
  resetGlobals();
};
