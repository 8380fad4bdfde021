import type { CompanyScope } from "../../platform/access/scope.ts";
import { groupsOfNodeIds, groupsOfSites, type SiteSelection } from "./hierarchy.queries.ts";

export { isBuyoutNode } from "./hierarchy.queries.ts";
/** The prefix of the usernames at a node, or of the company without one; nothing when there is no such node. */
export { findUsernamePrefix as usernamePrefix } from "./username-prefix.queries.ts";

interface GroupNode {
  readonly id: number;
  readonly name: string;
  readonly node: string;
}
type GroupsOf = (id: number) => GroupNode[];

const lookUpGroups =
  (found: ReadonlyMap<number, readonly GroupNode[]>): GroupsOf =>
  (of) =>
    (found.get(of) ?? []).map(({ id, name, node }) => ({ id, name, node }));

const hasHierarchy = ({ who }: CompanyScope): boolean => who.company?.has_company_hierarchy === true;

/** The groups of each of these sites, none in a company without a hierarchy; for the rows of a list. */
export const groupsOfSelection = async (scope: CompanyScope, sites: SiteSelection): Promise<GroupsOf> =>
  lookUpGroups(hasHierarchy(scope) ? await groupsOfSites(scope, sites) : new Map());

/** The groups of each of these nodes likewise. */
export const groupsOfNodes = async (scope: CompanyScope, nodeIds: readonly number[]): Promise<GroupsOf> =>
  lookUpGroups(hasHierarchy(scope) && nodeIds.length > 0 ? await groupsOfNodeIds(scope, nodeIds) : new Map());
