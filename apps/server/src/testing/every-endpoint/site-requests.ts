import { randomUUID } from "node:crypto";
import type { Ids } from "./ids.ts";
import {
  byId,
  listed,
  NOTHING,
  type SampleCompany,
  type Samples,
  searchedFor,
  suggested,
  suggestedPlaces,
  unique,
} from "./sample-request.ts";

const siteFields = (slug: string) => ({
  name: unique("Site "),
  location_name: "Yard 4",
  division: "Drilling",
  business_unit: "Bakken",
  region: "North",
  ecommerce_username: `${slug}-${unique("shop")}`,
  ecommerce_user_email: `${unique("shop")}@example.com`,
  enable_analytics: true,
});
/** What names other records in the fields of a site. */
const siteLinks = (ids: Ids, { hierarchy }: SampleCompany) =>
  hierarchy ? { site_type: ids.siteType, organization_node: ids.node } : { site_type: ids.siteType };
const siteChanges = (ids: Ids, company: SampleCompany) => ({
  ...siteFields(company.slug),
  ...siteLinks(ids, company),
  site_warehouse: ids.warehouse,
  ...(company.hierarchy ? {} : { users: [ids.user], users_before: [] }),
});
/** What a field must be is said row by row; a node and a type are named. */
const sheetRow = (slug: string, nodeName: string, hierarchy: boolean) => {
  const { enable_analytics: _, ...fields } = siteFields(slug);
  return {
    ...{ row: 1, ...fields, password: "s3cret-word", site_type: "Yard", site_warehouse: "Houston" },
    ...(hierarchy ? { node: nodeName } : {}),
    problems: [],
  };
};
const nodeConfiguration = () => ({
  ...{ usernamePrefix: unique("prefix"), tenantGroup: "t", isBuyoutNode: true },
  ecommerceCheckoutConfiguration: { steps: ["one"] },
});

const BUDGET_ROW = {
  row: 2,
  ...{
    amount: "1000",
    period: "Year",
    starts_on: null,
    ends_on: null,
    repeats: "Yes",
    sites: null,
    nodes: null,
  },
  ...{ afe_number: "AFE-12", field_name: null, field_value: null, beyond: "Tell", role: null, owners: null },
  tell_at: "80",
  problems: [],
};

/** The hierarchy, sites, site types and imports. */
export const siteRequests: Samples = {
  "POST /company-hierarchy/organization-groups/": () => ({
    body: { name: unique("Group "), tree_visibility: true },
  }),
  "DELETE /company-hierarchy/organization-groups/:id/": byId("group"),
  "GET /company-hierarchy/organization-groups/:id/": byId("group"),
  "GET /company-hierarchy/organization-groups/": NOTHING,
  "GET /company-hierarchy/organization-groups/suggestions/": suggested("name"),
  "PATCH /company-hierarchy/organization-groups/:id/": (ids) => ({
    params: { id: ids.group },
    body: { name: unique("Group "), tree_visibility: false },
  }),
  "POST /company-hierarchy/organization-nodes/": (ids) => ({
    body: {
      ...{ name: unique("Node "), organization_group: ids.group, parent: ids.node },
      ...{ sites: [ids.freeSite], users: [ids.user] },
    },
  }),
  "DELETE /company-hierarchy/organization-nodes/:id/": byId("node"),
  "GET /company-hierarchy/organization-nodes/:id/": byId("node"),
  "GET /company-hierarchy/organization-nodes/": searchedFor("nodeName"),
  "GET /company-hierarchy/organization-nodes/suggestions/": suggested("name", "nodeName"),
  "GET /company-hierarchy/organization-nodes/:id/sites/": byId("node"),
  "GET /company-hierarchy/organization-nodes/:id/users/": byId("node"),
  "POST /company-hierarchy/organization-nodes/:id/move-preview/": (ids) => ({
    params: { id: ids.node },
    body: { parent: ids.otherNode },
  }),
  "PATCH /company-hierarchy/organization-nodes/:id/": (ids) => ({
    params: { id: ids.node },
    body: {
      ...{ name: unique("Node "), organization_group: ids.group, parent: ids.otherNode },
      ...{ ecommerce_catalog: "main", mcc_domain: "node.example.com", ecommerce_domain: "shop.example.com" },
    },
  }),
  "POST /company-hierarchy/organization-nodes/:id/configuration/": (ids) => ({
    params: { id: ids.otherNode },
    body: nodeConfiguration(),
  }),
  "DELETE /company-hierarchy/organization-nodes/:id/configuration/": byId("node"),
  "GET /company-hierarchy/organization-nodes/:id/configuration/": byId("node"),
  "PATCH /company-hierarchy/organization-nodes/:id/configuration/": (ids) => ({
    params: { id: ids.node },
    body: nodeConfiguration(),
  }),
  "GET /company-hierarchy/unassigned-sites/": NOTHING,
  "GET /company-hierarchy/unassigned-users/": NOTHING,
  "GET /company-hierarchy/tree/": NOTHING,
  "GET /sites/": listed,
  "GET /v2/sites/": listed,
  "GET /sites/suggestions/": suggestedPlaces("name"),
  "GET /v2/sites/:id/users/": byId("site"),
  "POST /sites/:id/assign_users/": (ids) => ({ params: { id: ids.site }, body: { users: [ids.user] } }),
  "POST /sites/:id/clone/": (ids, company) => ({ params: { id: ids.site }, body: siteChanges(ids, company) }),
  "POST /sites/": (ids, company) => ({
    body: {
      ...siteFields(company.slug),
      ...siteLinks(ids, company),
      ...{ siteWarehouse: ids.warehouse, password: "s3cret-word" },
    },
  }),
  "DELETE /sites/:id/": byId("site"),
  "GET /sites/:id/": byId("site"),
  "GET /sites/count/": NOTHING,
  "POST /sites/exists/": (ids) => ({ body: { name: ids.siteName } }),
  "GET /sites/:id/groups/": byId("site"),
  "PATCH /sites/:id/": (ids, company) => ({ params: { id: ids.site }, body: siteChanges(ids, company) }),
  // Usernames are unique over all companies: this one tells about all of them.
  "POST /accounts/user/exists/": () => ({ body: { username: "no-such-user" } }),
  "GET /sites/list-warehouses/": NOTHING,
  "GET /sites/:id/login-as/": byId("site"),
  "POST /integration/v1/login-as/redeem/": () => ({ body: { token: "no-such-token" } }),
  "POST /sites/site-type/": () => ({ body: { name: unique("Type ") } }),
  "DELETE /sites/site-type/:id/": byId("siteType"),
  "GET /sites/site-type/:id/": byId("siteType"),
  "GET /sites/site-type/": NOTHING,
  "PATCH /sites/site-type/:id/": (ids) => ({ params: { id: ids.siteType }, body: { name: unique("Type ") } }),
  "POST /sites/batch-create/": ({ nodeName, user }, { hierarchy, slug }) => ({
    query: { is_upsert: "false" },
    body: {
      sites: [sheetRow(slug, nodeName, hierarchy)],
      users: hierarchy ? [] : [user],
      import: { id: randomUUID(), batch: 0, file_name: "sites.xlsx" },
    },
  }),
  "POST /sites/batch-check/": ({ nodeName }, { hierarchy, slug }) => ({
    query: { is_upsert: "false" },
    body: { sites: [sheetRow(slug, nodeName, hierarchy)] },
  }),
  "POST /budgets/batch-create/": () => ({
    query: { is_upsert: "false" },
    body: {
      budgets: [{ ...BUDGET_ROW, name: unique("Budget ") }],
      import: { id: randomUUID(), batch: 0, file_name: "budgets.xlsx" },
    },
  }),
  "POST /budgets/batch-check/": () => ({
    query: { is_upsert: "false" },
    body: { budgets: [{ ...BUDGET_ROW, name: unique("Budget ") }] },
  }),
  "GET /imports/:id/failed-rows/": byId("import"),
  "GET /imports/:id/": byId("import"),
  "GET /imports/": NOTHING,
  "GET /imports/suggestions/": suggested("file_name"),
  "POST /imports/:id/corrections/": ({ import: id, importRow, nodeName }, { hierarchy, slug }) => {
    const { row: _, problems: __, ...budget } = BUDGET_ROW;
    const { row: ___, problems: ____, ...site } = sheetRow(slug, nodeName, hierarchy);
    return { params: { id }, body: { rows: [{ id: importRow, ...budget, ...site }] } };
  },
  "POST /imports/:id/undo/": byId("import"),
  "GET /mcc-admin/import-progress/:id/": byId("import"),
  "POST /company-hierarchy/organization-import-nodes/": (ids) => ({
    body: { company: String(ids.company), progress: randomUUID() },
    file: `name,group,parent,users,sites\n${unique("Filed ")},Region,Corp,,`,
  }),
  "POST /sites/import-sites/": (ids) => ({
    body: { company: String(ids.company), progress: randomUUID() },
    file: "Name,Division,Business Unit,Region,Email,Shop Username,Password,Location Name,Node\nx,,,,,,,,",
  }),
};
