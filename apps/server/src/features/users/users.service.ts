import { displayName } from "@mcc/contract/access/session.ts";
import type { SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage } from "../../platform/lists/list.ts";
import { liteUserRows, usersByName } from "./users.queries.ts";

interface UsersQuery {
  readonly limit: number;
  readonly offset: number;
  readonly search?: unknown;
}

export const liteUsers = async (scope: CompanyScope, { limit, offset, search }: UsersQuery) =>
  countedPage(await liteUserRows(scope, { limit, offset, search: search as string | undefined }));

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
