import { MantineProvider } from "@mantine/core";
import type { Session } from "@mcc/contract/access/session.ts";
import { Tooltips } from "@mcc/ui/overlays/tooltips.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  isNotFound,
  type RouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { queryClient } from "../platform/api/query-client.ts";
import { DialogHost } from "../platform/dialogs/dialog-host.tsx";
import { plainSearch } from "../platform/page/plain-search.ts";
import { authState } from "../platform/session/auth-state.ts";
import { ConfirmationHost } from "../platform/session/confirmation-host.tsx";
import { SessionUserProvider } from "../platform/session/session-user.ts";
import { resetState } from "../platform/state/reset-state.ts";

/**
 * Responds to a request by its method and path: with a body, a whole response, a promise of either, or undefined where
 * nothing is.
 */
export type TestServer = (request: { method: string; url: URL; body: unknown }) => unknown;

const fetchFrom =
  (server: TestServer) =>
  async (address: string, { method = "GET", body }: RequestInit) => {
    const sent = typeof body === "string" ? JSON.parse(body) : undefined;
    const answer = await server({ method, url: new URL(address), body: sent });
    if (answer instanceof Response) return answer;
    return answer === undefined
      ? Response.json({ detail: "Not found." }, { status: 404 })
      : Response.json(answer);
  };

/** What fails is tried again at once. */
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });

/**
 * Without a layout no button has a place, and a panel beside a button without one is hidden. The window of the tests
 * asks for less motion: what opens or closes does so at once.
 */
const THEME = {
  respectReducedMotion: true,
  components: { Popover: { defaultProps: { hideDetached: false } } },
};

let unmount = (): void => {};

/** One page of the product for one user, without a browser, against a server of the test. */
export const renderPage = (
  Page: ComponentType,
  user: Session,
  server: TestServer,
  { route = "/", at = "/", state = {} }: { route?: string; at?: string; state?: object } = {},
) => {
  unmount();
  resetState();
  authState.user.put(user as never);
  localStorage.setItem("am-token", "secret");
  vi.stubGlobal("fetch", fetchFrom(server));
  const rootRoute = createRootRoute({ notFoundComponent: Page as never, errorComponent: () => null });
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: route,
    component: Page as RouteComponent,
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  history.replace(at, state);
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history, ...plainSearch });
  document.body.replaceChildren();
  const root = createRoot(document.body.appendChild(document.createElement("div")), {
    // A record that is not found is no error, though the router throws it.
    onCaughtError: (error) => void (isNotFound(error) || console.error(error)),
  });
  unmount = () => root.unmount();
  onTestFinished(() => {
    unmount();
    vi.unstubAllGlobals();
  });
  root.render(
    <MantineProvider theme={THEME}>
      <QueryClientProvider client={queryClient}>
        <SessionUserProvider value={user as never}>
          <RouterProvider router={router as never} />
          <DialogHost early={false} />
          <ConfirmationHost />
          <Tooltips />
        </SessionUserProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  /** Where one is by now. */
  return {
    path: () => router.latestLocation.pathname,
    search: () => router.latestLocation.search as object,
    state: () => router.latestLocation.state as object,
  };
};
