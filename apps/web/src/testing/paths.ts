/** Every required path, by the permission that it needs. Written out by hand, so that tests compare the pages with it. */
export const RULE_PATH = "/configuration/approvals/1";
export const ROLE_PATH = "/configuration/roles/1";
export const SITE_TYPE_PATH = "/configuration/site-types/1";

export const pathsFor = {
  member: [
    "/",
    "/sites",
    "/orders/X-1",
    "/orders",
    "/pending-approvals",
    "/alerts/configure",
    "/alerts",
    "/orders/X-1/documents",
    "/documents",
  ],
  admin: [
    "/sites/1",
    "/users",
    "/users/1",
    "/configuration",
    "/configuration/roles",
    ROLE_PATH,
    "/configuration/general",
    "/configuration/general/billing",
    "/configuration/ecommerce-login/",
    "/configuration/ecommerce-login",
    "/configuration/uploads",
    "/configuration/site-types",
    SITE_TYPE_PATH,
  ],
  approvals: ["/configuration/approvals", RULE_PATH],
  tracking: ["/configuration/order-tracking"],
  analytics: ["/analytics"],
  hierarchy: [
    "/hierarchy",
    "/hierarchy/1",
    "/hierarchy/groups",
    "/hierarchy/groups/1",
    "/hierarchy/policies",
    "/hierarchy/policies/1",
    "/hierarchy/tree",
  ],
  platform: [
    "/",
    "/companies",
    "/companies/create",
    "/companies/1",
    "/companies/1/configuration/create",
    "/companies/1/configuration/edit",
    "/companies/1/nodes/upload",
    "/companies/1/sites/upload",
  ],
  nobody: ["/nowhere", "/orders/1/2/3"],
} as const;

export const everyPath: readonly string[] = [...new Set(Object.values(pathsFor).flat())];
