import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { authState } from "../session/auth-state.ts";
import { queryClient } from "./query-client.ts";

interface Readable {
  readonly path: string;
  readonly allow: GlobalAction;
}

/**
 * Invalidates the queries below a key, or all; those on the screen are refetched. What is being loaded for the first time
 * or ahead is loaded again afterwards: its response may be older than the change.
 */
export const refetch = async (queryKey: readonly unknown[] = []): Promise<unknown> => {
  const loading = queryClient.getQueryCache().findAll({
    queryKey,
    fetchStatus: "fetching",
    predicate: (query) => query.state.data === undefined || !query.isActive(),
  });
  const again = loading.map(async ({ promise, queryKey: one }) => {
    await promise?.catch(() => undefined);
    return queryClient.invalidateQueries({ queryKey: one, exact: true });
  });
  return Promise.all([queryClient.invalidateQueries({ queryKey }), ...again]);
};

/**
 * Invalidates the queries of these endpoints; those on the screen are refetched. Only endpoints that the user may call:
 * a permission that was just removed must not cause error toasts.
 */
export const invalidate = (endpoints: readonly Readable[]): Promise<unknown> => {
  const who = authState.user.get();
  const allowed = endpoints.filter(({ allow }) => who && can(who, allow));
  return Promise.all(allowed.map(({ path }) => refetch([path])));
};
