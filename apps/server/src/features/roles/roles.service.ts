import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage } from "../../platform/lists/list.ts";
import { roleRows } from "./roles.queries.ts";

interface RolesQuery {
  readonly limit: number;
  readonly offset: number;
  readonly order_by?: unknown;
}

export const roles = async (scope: CompanyScope, { limit, offset, order_by }: RolesQuery) => {
  const page = countedPage(await roleRows(scope, { limit, offset, descending: order_by === "-name" }));
  return {
    ...page,
    results: page.results.map((role) => ({ ...role, has_approval_rule: Boolean(role.has_approval_rule) })),
  };
};
