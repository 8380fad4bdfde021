import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { PagePath } from "./navigation.ts";

type AdministrationPages = typeof import("./administration-pages.ts").administrationPages;

/** A page of an administrator: where it is loaded from is loaded only for a user who opens one. */
const administrationPage = (path: keyof AdministrationPages) =>
  lazyRouteComponent(async () => {
    const { administrationPages } = await import("./administration-pages.ts");
    return { Page: await administrationPages[path]() };
  }, "Page");

/** The components of the pages, by path; each is loaded when its page is opened. */
export const pageComponents = {
  "/": lazyRouteComponent(() => import("./home-page.tsx"), "HomePage"),
  "/hierarchy": administrationPage("/hierarchy"),
  "/hierarchy/$id": administrationPage("/hierarchy/$id"),
  "/hierarchy/groups": administrationPage("/hierarchy/groups"),
  "/hierarchy/groups/$id": administrationPage("/hierarchy/groups/$id"),
  "/hierarchy/policies": administrationPage("/hierarchy/policies"),
  "/hierarchy/policies/$id": administrationPage("/hierarchy/policies/$id"),
  "/sites": lazyRouteComponent(() => import("../features/sites/sites-page.tsx"), "SitesPage"),
  "/sites/$siteId": administrationPage("/sites/$siteId"),
  "/users": administrationPage("/users"),
  "/users/$userId": administrationPage("/users/$userId"),
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
  "/configuration": administrationPage("/configuration"),
  "/configuration/roles": administrationPage("/configuration/roles"),
  "/configuration/roles/$roleId": administrationPage("/configuration/roles/$roleId"),
  "/configuration/general": administrationPage("/configuration/general"),
  "/configuration/general/billing": administrationPage("/configuration/general/billing"),
  "/configuration/ecommerce-login": administrationPage("/configuration/ecommerce-login"),
  "/configuration/order-tracking": administrationPage("/configuration/order-tracking"),
  "/configuration/site-types": administrationPage("/configuration/site-types"),
  "/configuration/site-types/$siteTypeId": administrationPage("/configuration/site-types/$siteTypeId"),
  "/configuration/uploads": administrationPage("/configuration/uploads"),
  "/configuration/approvals": administrationPage("/configuration/approvals"),
  "/configuration/approvals/$approvalRuleId": administrationPage("/configuration/approvals/$approvalRuleId"),
  "/hierarchy/tree": administrationPage("/hierarchy/tree"),
  "/api-keys": administrationPage("/api-keys"),
  "/api-keys/$keyId": administrationPage("/api-keys/$keyId"),
  "/event-deliveries": administrationPage("/event-deliveries"),
  "/checklist": administrationPage("/checklist"),
  "/companies": administrationPage("/companies"),
  "/companies/create": administrationPage("/companies/create"),
  "/companies/$id": administrationPage("/companies/$id"),
  "/companies/$companyId/configuration/create": administrationPage(
    "/companies/$companyId/configuration/create",
  ),
  "/companies/$companyId/configuration/edit": administrationPage("/companies/$companyId/configuration/edit"),
  "/companies/$companyId/nodes/upload": administrationPage("/companies/$companyId/nodes/upload"),
  "/companies/$companyId/sites/upload": administrationPage("/companies/$companyId/sites/upload"),
  "/jobs": administrationPage("/jobs"),
  "/analytics": administrationPage("/analytics"),
  "/configuration/access": administrationPage("/configuration/access"),
  "/configuration/audit": administrationPage("/configuration/audit"),
  "/orders/$orderId/documents": lazyRouteComponent(
    () => import("./order-documents-page.tsx"),
    "OrderDocumentsPage",
  ),
  "/profile": lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
  "/documents": lazyRouteComponent(() => import("../features/documents/documents-page.tsx"), "DocumentsPage"),
} as const satisfies Record<PagePath, RouteComponent>;
