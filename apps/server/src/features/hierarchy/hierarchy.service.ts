import type { CompanyScope } from "../../platform/access/scope.ts";
import { countedPage } from "../../platform/lists/list.ts";
import {
  findUsernamePrefix,
  groupRows,
  groupsOfSites,
  nodeRows,
  type SiteSelection,
} from "./hierarchy.queries.ts";

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export const organizationGroups = async (
  scope: CompanyScope,
  window: Paging & { readonly tree_visibility?: unknown },
) => countedPage(await groupRows(scope, window, window.tree_visibility as boolean | undefined));

export const organizationNodes = async (scope: CompanyScope, window: Paging) =>
  countedPage(await nodeRows(scope, window));

/** The prefix of the usernames at a node, or of the company without one; nothing when there is no such node. */
export const usernamePrefix = findUsernamePrefix;

type Groups = Awaited<ReturnType<typeof groupsOfSites>>;

/** The groups of each of these sites, none in a company without a hierarchy; for the rows of a list. */
export const groupsOfSelection = async (
  scope: CompanyScope,
  sites: SiteSelection,
): Promise<(siteId: number) => { id: number; name: string; node: string }[]> => {
  const hasHierarchy = scope.who.company?.has_company_hierarchy === true;
  const found: Groups = hasHierarchy ? await groupsOfSites(scope, sites) : new Map();
  return (siteId) => (found.get(siteId) ?? []).map(({ id, name, node }) => ({ id, name, node }));
};
