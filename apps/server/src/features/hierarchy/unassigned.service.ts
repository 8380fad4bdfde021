import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import { unassignedSiteRows, unassignedUserRows } from "./unassigned.queries.ts";

interface Wanted extends Window {
  readonly search?: string;
}

export const unassignedSites = async (scope: CompanyScope, wanted: Wanted) =>
  countedPage(await unassignedSiteRows(scope, wanted));

export const unassignedUsers = async (scope: CompanyScope, wanted: Wanted) =>
  countedPage(await unassignedUserRows(scope, wanted));
