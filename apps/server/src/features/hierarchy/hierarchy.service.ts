import { countedPage } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupRows, groupsOfSites, nodeRows, type SomeSites } from "./hierarchy.queries.ts";

interface Window {
  readonly limit: number;
  readonly offset: number;
}

export const organizationGroups = async (
  scope: CompanyScope,
  window: Window & { readonly tree_visibility?: unknown },
) => countedPage(await groupRows(scope, window, window.tree_visibility as boolean | undefined));

export const organizationNodes = async (scope: CompanyScope, window: Window) =>
  countedPage(await nodeRows(scope, window));

type Groups = Awaited<ReturnType<typeof groupsOfSites>>;

/** The groups of each of these sites, none in a company without a hierarchy; for the rows of a list. */
export const groupsAt = async (
  scope: CompanyScope,
  sites: SomeSites,
): Promise<(siteId: number) => { id: number; name: string; node: string }[]> => {
  const hasHierarchy = scope.who.company?.has_company_hierarchy === true;
  const found: Groups = hasHierarchy ? await groupsOfSites(scope, sites) : new Map();
  return (siteId) => (found.get(siteId) ?? []).map(({ id, name, node }) => ({ id, name, node }));
};
