import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { lazyPage } from "./lazy-pages/lazy-page.tsx";
import { type PagePath, pages } from "./navigation.ts";

type LoadPage = () => Promise<ComponentType>;

/** What most users open. All other components are named in a file that is loaded only for a user who opens one. */
const memberPages = {
  "/": async () => (await import("./pages/home-page.tsx")).HomePage,
  "/sites": async () => (await import("../features/sites/sites-page.tsx")).SitesPage,
  "/orders": async () => (await import("../features/orders/orders-page.tsx")).OrdersPage,
  "/orders/$orderId": async () => (await import("./pages/order-page.tsx")).OrderPage,
  "/orders/$orderId/documents": async () =>
    (await import("./pages/order-documents-page.tsx")).OrderDocumentsPage,
  "/pending-approvals": async () => (await import("./pages/pending-approvals-page.tsx")).PendingApprovalsPage,
  "/alerts": async () => (await import("../features/alerts/alerts-page.tsx")).AlertsPage,
  "/alerts/configure": async () =>
    (await import("../features/alerts/rules/alert-rules-page.tsx")).AlertRulesPage,
  "/documents": async () => (await import("../features/documents/documents-page.tsx")).DocumentsPage,
  "/profile": async () => (await import("./pages/profile-page.tsx")).ProfilePage,
} as const;
type AdministrationPath = Exclude<PagePath, keyof typeof memberPages>;

const loadOf = (path: PagePath): LoadPage => {
  const loads: Partial<Record<PagePath, LoadPage>> = memberPages;
  return (
    loads[path] ??
    (async () => {
      const { administrationPages } = await import("./administration-pages.ts");
      const others: Record<AdministrationPath, LoadPage> = administrationPages; // none is missing
      return others[path as AdministrationPath]();
    })
  );
};

/** The components of the pages, by path; each is loaded when its page is opened. */
export const pageComponents = Object.fromEntries(
  pages.map(({ path }) => [path, lazyPage(path, loadOf(path))]),
) as Readonly<Record<PagePath, RouteComponent>>;
