import { countedPage } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { liteUserRows } from "./users.queries.ts";

interface UsersQuery {
  readonly limit: number;
  readonly offset: number;
  readonly search?: unknown;
}

export const liteUsers = async (scope: CompanyScope, { limit, offset, search }: UsersQuery) =>
  countedPage(await liteUserRows(scope, { limit, offset, search: search as string | undefined }));
