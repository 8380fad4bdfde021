import { countedPage } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { groupRows, groupsOfSites, nodeRows } from "./hierarchy.queries.ts";

export { nodeNames } from "./hierarchy.queries.ts";

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

/** For the rows of a list: the groups of the site of each, none in a company without a hierarchy. */
export const groupsFor = async (
  scope: CompanyScope,
  rows: readonly { readonly site_id: number }[],
): Promise<(siteId: number) => { id: number; name: string; node: string }[]> => {
  const found: Groups =
    scope.who.company?.has_company_hierarchy && rows.length > 0
      ? await groupsOfSites(scope, [...new Set(rows.map(({ site_id }) => site_id))])
      : new Map();
  return (siteId) => (found.get(siteId) ?? []).map(({ id, name, node }) => ({ id, name, node }));
};
