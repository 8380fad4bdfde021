import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";
import * as records from "./user-records.queries.ts";
import { findUserSites } from "./user-sites.queries.ts";
import { toUserRows } from "./users.list.ts";
import { usersByName } from "./users.queries.ts";

export const findUser = async (scope: CompanyScope, id: number, withSites = false): Promise<UserRow> => {
  const found = (await records.findUser(scope, id, withSites)) ?? fail("not_found");
  const [user] = await toUserRows([found], scope);
  return user ?? fail("not_found");
};

export const userSites = async (scope: CompanyScope, id: number, window: Window) =>
  (await findUserSites(scope, id, window)) ?? fail("not_found");

/** Users for the search over all records. */
export const searchUsers = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<SearchResult[]> =>
  (await usersByName(scope, typed, limit)).map((user) => ({
    kind: "user",
    id: user.id,
    title: displayName(user),
    subtitle: [user.username, user.role].filter(Boolean).join(" · "),
    url: `/users/${user.id}`,
  }));
