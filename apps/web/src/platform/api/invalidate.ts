import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { authState } from "../session/auth-state.ts";
import { queryClient } from "./query-client.ts";

interface Readable {
  readonly path: string;
  readonly allow: GlobalAction;
}

/**
 * What these calls answered is out of date; what of it stands on the screen is asked for again. Only what whoever is
 * signed in may ask by now: a right that has just gone takes its page along and is no failure to be told.
 */
export const invalidate = (endpoints: readonly Readable[]): Promise<unknown> => {
  const who = authState.user.get();
  const allowed = endpoints.filter(({ allow }) => who && can(who, allow));
  return Promise.all(allowed.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
};
