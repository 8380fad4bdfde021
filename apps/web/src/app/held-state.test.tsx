import { expect, test } from "vitest";
import { cacheSlice } from "../platform/state/cache-slice.ts";
import { resetState } from "../platform/state/reset-state.ts";
import { nodeRow } from "../testing/hierarchy-server.ts";
import { openPage } from "../testing/open-page.tsx";
import { onePage, orderRow } from "../testing/order-rows.ts";
import { eventually, field, fill, find, texts } from "../testing/page-events.ts";
import { ACME, platformAdmin } from "../testing/platform-server.ts";
import { refusal, siteRow } from "../testing/site-server.ts";
import { state } from "./shared-state.ts";

/**
 * SHELL-047 and SHELL-049 to SHELL-052 are proven partly: the responses are held in the query cache, by the paths of their
 * endpoints. There are no slices with these names, and the errors of a form are held by the form.
 */

/** What the shared state holds of an endpoint's responses: the newest. */
const held = (path: string): unknown => cacheSlice<unknown>({ path, empty: null }).get();
const holds = (path: string, response: unknown) =>
  eventually(() => expect([path, held(path)]).toEqual([path, response]));

/** The first of three pages. */
const paged = (...rows: readonly object[]) => ({
  ...{ count: 45, next: "http://localhost/api/?limit=20&offset=20", previous: null },
  ...{ current_url: "http://localhost/api/?limit=20&offset=0", results: rows },
});

const submit = () => find<HTMLFormElement>("form")?.requestSubmit();
const errors = () => texts("form [id$=-error]");

const ORDERS = paged(orderRow(1), orderRow(2));
const ALERTS = onePage([
  {
    id: 5,
    content: "Order AC-1 was placed",
    order: "AC-1",
    read: false,
    created: "2026-11-13T16:47:00.000Z",
  },
]);
const TRIGGERS = onePage([]);
const USER = {
  ...{ id: 11, username: "acme-ann", first_name: "Ann", last_name: "Doe", email: "ann@example.com" },
  ...{ role: { id: 3, name: "Buyer" }, last_login: null, sites: [], sites_count: 0, groups: [] },
  ...{ alerts_enabled: true, is_company_admin: false, node: null, has_approval_rule: false },
};
const USERS = onePage([USER]);
const ROLE = { id: 3, name: "Buyer", users_count: 0, permissions: [] };
const ROLES = onePage([ROLE]);
const TYPE = { id: 4, name: "Yard" };
const TYPES = onePage([TYPE]);
const TAKEN = refusal(400, { name: ["This name is taken."] });

test("the state holds the lists of orders, alerts and triggers, users and one user (SHELL-047 partly)", async () => {
  openPage("/orders", { "/orders/": ORDERS });
  await holds("/orders/", ORDERS);
  openPage("/alerts", { "/alerts/": ALERTS });
  await holds("/alerts/", ALERTS);
  openPage("/alerts/configure", { "/triggers/": TRIGGERS });
  await holds("/triggers/", TRIGGERS);
  openPage("/users", { "/accounts/users/": USERS });
  await holds("/accounts/users/", USERS);
  openPage("/users/$userId", { "/accounts/users/11/": USER }, { at: "/users/11" });
  await holds("/accounts/users/:id/", USER);
});

test.each([
  ["roles", "/configuration/roles", "/configuration/roles/$roleId", "/accounts/roles/", ROLE, ROLES],
  [
    ...(["site types", "/configuration/site-types", "/configuration/site-types/$siteTypeId"] as const),
    ...(["/sites/site-type/", TYPE, TYPES] as const),
  ],
] as const)(
  "the state holds the %s, one of them, and the errors of its form (SHELL-047 partly)",
  async (_, list, one, path, row, rows) => {
    openPage(list, { [path]: rows });
    await holds(path, rows);
    const at = `${list}/${row.id}`;
    openPage(one, { [`${path}${row.id}/`]: row, [path]: rows, [`PATCH ${path}${row.id}/`]: TAKEN }, { at });
    await holds(`${path}:id/`, row);
    await eventually(() => field("Name"));
    await fill("Name", "Other");
    submit();
    await eventually(() => expect(errors()).toEqual(["This name is taken."]));
  },
);

const NODES = "/company-hierarchy/organization-nodes/";
const GROUPS = "/company-hierarchy/organization-groups/";
const NORTH = nodeRow(5, "North");
const SITE = siteRow(31, { groups: [{ id: 1, name: "Region", node: { id: 5, name: "North" } }] });

test("the state holds the sites with their names and groups, and one of them (SHELL-049 partly, SHELL-054)", async () => {
  openPage("/sites", { "/v2/sites/": paged(SITE) });
  await eventually(() =>
    expect(held("/v2/sites/")).toMatchObject({ results: [{ id: 31, name: "Site 31" }] }),
  );
  expect(held("/v2/sites/")).toMatchObject({
    results: [{ groups: [{ id: 1, name: "Region", node: { id: 5, name: "North" } }] }],
  });
  openPage("/sites/$siteId", { "/sites/31/": SITE }, { at: "/sites/31" });
  await holds("/sites/:id/", SITE);
});

test("the state holds the nodes, groups, policies and the tree of a hierarchy, and one node with its sites and users (SHELL-050 partly)", async () => {
  const nodes = paged(NORTH);
  const groups = onePage([
    { id: 1, name: "Region", tree_visibility: true, nodes: [], nodes_count: 0 },
    { id: 2, name: "District", tree_visibility: false, nodes: [], nodes_count: 0 },
  ]);
  openPage("/hierarchy", { [NODES]: nodes });
  await holds(NODES, nodes);
  openPage("/hierarchy/groups", { [GROUPS]: groups });
  await holds(GROUPS, groups);
  const places = {
    ...{ sites: [{ id: 31, name: "Site 31" }], sites_count: 1 },
    ...{ users: [{ id: 11, first_name: "Ann", last_name: "Doe" }], users_count: 1 },
  };
  openPage(
    "/hierarchy/$id",
    { [`${NODES}5/`]: { ...NORTH, ...places }, [NODES]: nodes },
    { at: "/hierarchy/5" },
  );
  await holds(`${NODES}:id/`, { ...NORTH, ...places });
  const policies = paged({ ...USER, policies: [] });
  openPage("/hierarchy/policies", { "/accounts/users/": policies });
  await holds("/accounts/users/", policies);
  const tree = {
    ...{ id: 5, name: "North", type: "Region", tree_visibility: true, sites: [], children: [] },
    ...{ sites_count: 0, users_count: 0, pending_orders_count: 0 },
  };
  openPage("/hierarchy/tree", { "/company-hierarchy/tree/": tree });
  await holds("/company-hierarchy/tree/", tree);
});

test("the state holds the approval rules, one of them and the errors of its form, the warehouses, the companies and one of them (SHELL-051 partly)", async () => {
  const RULES = "/approvals/rules/";
  const rule = {
    ...{ id: 9, limit: "500.00", role: { id: 3, name: "Buyer" }, user: null, sites: [], nodes: [] },
    has_pending_approvals: false,
  };
  const rules = { ...paged(rule), data: [rule], version: "1" };
  openPage("/configuration/approvals", { [RULES]: rules });
  await holds(RULES, rules);
  const refused = refusal(400, { limit: ["This limit is too high."] });
  const answers = { [RULES]: rules, [`${RULES}9/`]: rule, [`PATCH ${RULES}9/`]: refused };
  openPage("/configuration/approvals/$approvalRuleId", answers, { at: "/configuration/approvals/9" });
  await holds(`${RULES}:id/`, rule);
  await eventually(() => field("Order Total Above"));
  await fill("Order Total Above", "900");
  submit();
  await eventually(() => expect(errors()).toEqual(["This limit is too high."]));

  const warehouses = onePage([{ id: 2, name: "Houston" }]);
  openPage(
    "/sites/$siteId",
    { "/sites/31/": SITE, "/sites/list-warehouses/": warehouses },
    { at: "/sites/31" },
  );
  await holds("/sites/list-warehouses/", warehouses);

  const companies = paged(ACME);
  openPage("/companies", { "/mcc-admin/companies/": companies }, { user: platformAdmin });
  await holds("/mcc-admin/companies/", companies);
  openPage(
    "/companies/$id",
    { "/mcc-admin/companies/7/": ACME },
    { user: platformAdmin, at: "/companies/7" },
  );
  await holds("/mcc-admin/companies/:id/", ACME);
});

test("the state holds the documents, those of one order apart from them, and loads them early at first (SHELL-052 partly)", async () => {
  const row = {
    id: 1,
    order: "AC-1",
    type: "Invoice",
    name: "invoice.pdf",
    date: "2026-11-13",
    site: "Rig 93",
  };
  const documents = paged(row);
  const ofOrder = onePage([{ ...row, name: "packing-slip.pdf" }]);
  openPage("/documents", { "/documents/": documents });
  await holds("/documents/", documents);
  expect(state.documents.preload.get()).toBe(true);
  openPage(
    "/orders/$orderId/documents",
    { "/documents/order/AC-1/": ofOrder },
    { at: "/orders/AC-1/documents" },
  );
  await holds("/documents/order/:identifier/", ofOrder);
  expect(held("/documents/")).toBeNull();
});

test("resetting the lists of sites and users leaves them empty (SHELL-055)", async () => {
  openPage("/sites", { "/v2/sites/": paged(SITE) });
  await holds("/v2/sites/", paged(SITE));
  resetState();
  expect(held("/v2/sites/")).toBeNull();
  openPage("/users", { "/accounts/users/": USERS });
  await holds("/accounts/users/", USERS);
  resetState();
  expect(held("/accounts/users/")).toBeNull();
});
