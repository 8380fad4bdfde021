import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { plainSearch } from "../platform/page/plain-search.ts";
import { ErrorPage } from "./error-page.tsx";
import { FallbackPage } from "./fallback-page.tsx";
import type { Page } from "./navigation.ts";
import { NotBuiltPage } from "./not-built-page.tsx";
import { pageComponents } from "./page-components.ts";
import { Shell } from "./shell/shell.tsx";

/** A router that knows one person's pages and no other: what is not theirs is not found. */
export const shellRouter = (pages: readonly Page[]) => {
  const root = createRootRoute({ component: Shell, notFoundComponent: FallbackPage });
  const routes = pages.map(({ path, section, label }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      // For a page whose record is not there.
      notFoundComponent: FallbackPage,
      component:
        pageComponents[path as keyof typeof pageComponents] ??
        (() => <NotBuiltPage section={section} title={label} />),
    }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    ...plainSearch,
    // An address that no page has is nobody's, not even of the page whose address it begins with.
    notFoundMode: "root",
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
};
