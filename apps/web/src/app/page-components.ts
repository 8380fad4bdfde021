import { lazyRouteComponent } from "@tanstack/react-router";

/** The components of the pages, by path; each is loaded when its page is opened. */
export const pageComponents = {
  "/": lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
  "/hierarchy": lazyRouteComponent(() => import("../features/hierarchy/nodes-page.tsx"), "NodesPage"),
  "/hierarchy/$id": lazyRouteComponent(() => import("../features/hierarchy/node-page.tsx"), "NodePage"),
  "/hierarchy/groups": lazyRouteComponent(
    () => import("../features/hierarchy/groups-page.tsx"),
    "GroupsPage",
  ),
  "/hierarchy/groups/$id": lazyRouteComponent(
    () => import("../features/hierarchy/group-page.tsx"),
    "GroupPage",
  ),
  "/hierarchy/policies": lazyRouteComponent(
    () => import("../features/users/policies-page.tsx"),
    "PoliciesPage",
  ),
  "/hierarchy/policies/$id": lazyRouteComponent(
    () => import("../features/users/policy-page.tsx"),
    "PolicyPage",
  ),
  "/sites": lazyRouteComponent(() => import("../features/sites/sites-page.tsx"), "SitesPage"),
  "/sites/$siteId": lazyRouteComponent(() => import("../features/sites/site-page.tsx"), "SitePage"),
  "/users": lazyRouteComponent(() => import("../features/users/users-page.tsx"), "UsersPage"),
  "/users/$userId": lazyRouteComponent(() => import("../features/users/user-page.tsx"), "UserPage"),
  "/orders": lazyRouteComponent(() => import("../features/orders/orders-page.tsx"), "OrdersPage"),
  "/orders/$orderId": lazyRouteComponent(() => import("./order-page.tsx"), "OrderPage"),
  "/pending-approvals": lazyRouteComponent(
    () => import("../features/approvals/pending-approvals-page.tsx"),
    "PendingApprovalsPage",
  ),
  "/alerts": lazyRouteComponent(() => import("../features/alerts/alerts-page.tsx"), "AlertsPage"),
  "/alerts/configure": lazyRouteComponent(
    () => import("../features/alerts/alert-rules-page.tsx"),
    "AlertRulesPage",
  ),
  "/configuration": lazyRouteComponent(() => import("./configuration-page.tsx"), "ConfigurationPage"),
  "/configuration/roles": lazyRouteComponent(() => import("../features/roles/roles-page.tsx"), "RolesPage"),
  "/configuration/roles/$roleId": lazyRouteComponent(
    () => import("../features/roles/role-page.tsx"),
    "RolePage",
  ),
  "/configuration/general": lazyRouteComponent(
    () => import("../features/company/general-page.tsx"),
    "GeneralPage",
  ),
  "/configuration/general/billing": lazyRouteComponent(
    () => import("../features/company/billing-page.tsx"),
    "BillingPage",
  ),
  "/configuration/ecommerce-login": lazyRouteComponent(
    () => import("../features/roles/ecommerce-login-page.tsx"),
    "EcommerceLoginPage",
  ),
  "/configuration/order-tracking": lazyRouteComponent(
    () => import("../features/roles/order-tracking-page.tsx"),
    "OrderTrackingPage",
  ),
  "/configuration/site-types": lazyRouteComponent(
    () => import("../features/site-types/site-types-page.tsx"),
    "SiteTypesPage",
  ),
  "/configuration/site-types/$siteTypeId": lazyRouteComponent(
    () => import("../features/site-types/site-type-page.tsx"),
    "SiteTypePage",
  ),
  "/configuration/uploads": lazyRouteComponent(
    () => import("../features/imports/upload-sites-page.tsx"),
    "UploadSitesPage",
  ),
  "/configuration/approvals": lazyRouteComponent(
    () => import("../features/approvals/approval-rules-page.tsx"),
    "ApprovalRulesPage",
  ),
  "/configuration/approvals/$approvalRuleId": lazyRouteComponent(
    () => import("../features/approvals/approval-rule-page.tsx"),
    "ApprovalRulePage",
  ),
  "/hierarchy/tree": lazyRouteComponent(() => import("../features/hierarchy/tree/tree-page.tsx"), "TreePage"),
  "/jobs": lazyRouteComponent(() => import("../features/jobs/jobs-page.tsx"), "JobsPage"),
  "/configuration/access": lazyRouteComponent(() => import("./access-page.tsx"), "AccessPage"),
  "/configuration/audit": lazyRouteComponent(() => import("../features/audit/audit-page.tsx"), "AuditPage"),
  "/orders/$orderId/documents": lazyRouteComponent(
    () => import("./order-documents-page.tsx"),
    "OrderDocumentsPage",
  ),
  "/profile": lazyRouteComponent(() => import("../features/profile/profile-page.tsx"), "ProfilePage"),
  "/documents": lazyRouteComponent(() => import("../features/documents/documents-page.tsx"), "DocumentsPage"),
} as const;
