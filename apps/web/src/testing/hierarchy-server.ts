import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { onePage } from "./order-rows.ts";
import { siteServer } from "./site-server.ts";

/** A company admin of a company with a hierarchy. */
export const hierarchyAdmin = person({ is_company_admin: true, company: companyWith(true, true, true) });

export const CONFIGURATION = {
  usernamePrefix: "nor",
  tenantGroup: "north",
  ecommerceCheckoutConfiguration: { steps: ["cart"] },
  isBuyoutNode: false,
};

/** The first of three pages. */
export const firstPage = (rows: readonly object[]) => ({
  ...onePage(rows),
  count: 45,
  next: "http://localhost/api/?limit=20&offset=20",
});

const NODES = "/company-hierarchy/organization-nodes/";

/** A node, as company admins get it. */
export const nodeRow = (id: number, name: string, more: object = {}) => ({
  ...{
    id,
    name,
    organization_group: 1,
    type: "Region",
    parent: 4,
    parent_name: "Corp",
    username_prefix: "nor",
  },
  ...{ ecommerce_catalog: null, mcc_domain: null, ecommerce_domain: null, is_root: false, company: 1 },
  ...{ has_own_configuration: false, has_approval_rule: false, config: null, children: [] },
  ...{ sites: [], sites_count: 0, users: [], users_count: 0, ...more },
});

/** What the screens of the hierarchy ask, answered; `answers` takes precedence, by method and path. */
export const hierarchyServer = (answers: Parameters<typeof siteServer>[1] = {}) =>
  siteServer([], {
    [`GET ${NODES}`]: () =>
      onePage([nodeRow(4, "Corp", { parent: null, parent_name: null, is_root: true }), nodeRow(5, "North")]),
    "GET /company-hierarchy/organization-groups/": () =>
      onePage([
        { id: 1, name: "Region", tree_visibility: true, nodes: [], nodes_count: 0 },
        { id: 2, name: "District", tree_visibility: true, nodes: [], nodes_count: 0 },
      ]),
    "GET /company-hierarchy/unassigned-sites/": () => onePage([{ id: 31, name: "Loose Yard" }]),
    "GET /company-hierarchy/unassigned-users/": () =>
      onePage([{ id: 41, username: "acme-una", first_name: "Una", last_name: "Lee" }]),
    ...answers,
  });
