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
type ConfigurationPath = Extract<PagePath, `/configuration${string}`>;
type AdministrationPath = Exclude<PagePath, ConfigurationPath | keyof typeof memberPages>;

// The types say that no page is missing. Apart, because each file names all that its pages load.
const configurationPages = async (): Promise<Record<ConfigurationPath, LoadPage>> =>
  (await import("./configuration-pages.ts")).configurationPages;
const administrationPages = async (): Promise<Record<AdministrationPath, LoadPage>> =>
  (await import("./administration-pages.ts")).administrationPages;

const isConfiguration = (path: PagePath): path is ConfigurationPath => path.startsWith("/configuration");

const loadOf = (path: PagePath): LoadPage => {
  const loads: Partial<Record<PagePath, LoadPage>> = memberPages;
  return (
    loads[path] ??
    (isConfiguration(path)
      ? async () => (await configurationPages())[path]()
      : async () => (await administrationPages())[path as AdministrationPath]())
  );
};

/** The components of the pages, by path; each is loaded when its page is opened. */
export const pageComponents = Object.fromEntries(
  pages.map(({ path }) => [path, lazyPage(path, loadOf(path))]),
) as Readonly<Record<PagePath, RouteComponent>>;
