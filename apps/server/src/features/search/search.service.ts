import { can } from "@mcc/contract/access/permissions.ts";
import { SEARCH_MIN, type SearchResult } from "@mcc/contract/search/search.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { searchDocuments } from "../documents/documents.service.ts";
import { searchOrders } from "../orders/orders.service.ts";
import { searchSites } from "../sites/sites.service.ts";
import { searchUsers } from "../users/users.service.ts";

/** Of each kind. */
const MOST = 5;

/** A few records of each kind that this user may see. */
export const searchRecords = async (
  scope: CompanyScope,
  typed: string,
): Promise<{ results: SearchResult[] }> => {
  if (typed.length < SEARCH_MIN) return { results: [] };
  const found = await Promise.all([
    searchOrders(scope, typed, MOST),
    searchSites(scope, typed, MOST),
    can(scope.who, "company-admin") ? searchUsers(scope, typed, MOST) : [],
    searchDocuments(scope, typed, MOST),
  ]);
  return { results: found.flat() };
};
