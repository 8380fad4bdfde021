import { lazyRouteComponent } from "@tanstack/react-router";

/** The pages that are built, by path; each is loaded when somebody goes there. */
export const builtPages = {
  "/orders": lazyRouteComponent(() => import("../features/orders/orders-page.tsx"), "OrdersPage"),
  "/orders/$orderId": lazyRouteComponent(
    () => import("../features/orders/order-details-page.tsx"),
    "OrderDetailsPage",
  ),
  "/orders/$orderId/documents": lazyRouteComponent(
    () => import("../features/documents/order-documents-page.tsx"),
    "OrderDocumentsPage",
  ),
  "/documents": lazyRouteComponent(() => import("../features/documents/documents-page.tsx"), "DocumentsPage"),
} as const;
