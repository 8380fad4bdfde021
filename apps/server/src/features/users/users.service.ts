import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage } from "../../platform/lists/list.ts";
import { liteUserRows } from "./users.queries.ts";

interface UsersQuery {
  readonly limit: number;
  readonly offset: number;
  readonly search?: unknown;
}

export const liteUsers = async (scope: CompanyScope, { limit, offset, search }: UsersQuery) =>
  countedPage(await liteUserRows(scope, { limit, offset, search: search as string | undefined }));
