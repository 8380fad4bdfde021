import {
  createRootRoute,
  createRoute,
  createRouter,
  type NotFoundRouteComponent,
  type RouteComponent,
} from "@tanstack/react-router";
import { plainSearch } from "../platform/page/plain-search.ts";
import { PageSkeleton } from "./lazy-pages/page-skeleton.tsx";
import type { Page, PagePath } from "./navigation.ts";
import { pageComponents } from "./page-components.ts";
import type { PageSearch } from "./page-search.ts";
import { ErrorPage } from "./pages/error-page.tsx";
import { FallbackPage } from "./pages/fallback-page.tsx";
import { Shell } from "./shell/shell.tsx";

const createRoot = () =>
  createRootRoute({
    component: Shell as RouteComponent,
    notFoundComponent: FallbackPage as NotFoundRouteComponent,
  });
type Root = ReturnType<typeof createRoot>;

const createPageRoute = <const Path extends PagePath>(root: Root, path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    // The lists read and check their own search params.
    validateSearch: (search: PageSearch<Path>): PageSearch<Path> => search,
    // For a page whose record does not exist.
    notFoundComponent: FallbackPage as NotFoundRouteComponent,
  });
type PageRoutes = { [Path in PagePath]: ReturnType<typeof createPageRoute<Path>> };

const createPageRouter = (root: Root, routes: PageRoutes) =>
  createRouter({
    routeTree: root.addChildren(routes),
    ...plainSearch,
    // An unknown address belongs to no page, not even to the page whose address it starts with.
    notFoundMode: "root",
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PageSkeleton,
    // The first page: the shell and a skeleton at once, and not for longer than needed.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  /** Types `to`, `params` and `search` of every link. */
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}

/** The page that is left stays for this long while the code of the next one loads. */
const STAY_MS = 1_000;

/** A router with the pages of one user. All other pages are not found, though links to them compile. */
export const shellRouter = (pages: readonly Page[]) => {
  const root = createRoot();
  const routes = pages.map((page) => [
    page.path,
    createPageRoute(root, page.path, pageComponents[page.path]),
  ]);
  const router = createPageRouter(root, Object.fromEntries(routes) as PageRoutes);
  const stop = router.subscribe("onRendered", () => {
    stop();
    router.update({ ...router.options, defaultPendingMs: STAY_MS });
  });
  return router;
};
