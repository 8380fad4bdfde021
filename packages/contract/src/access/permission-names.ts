/** The names sent with the signed-in user, in the order they are listed. */
export const PERMISSION_NAMES = [
  "order-tracking",
  "order-tracking-configuration",
  "has-order-approvals",
  "impersonate",
  "company-admin",
  "hierarchy",
  "analytics",
  "mcc-admin",
] as const;
export type PermissionName = (typeof PERMISSION_NAMES)[number];
