/** What decides who sees which sites. */
export interface ScopeCompany {
  readonly hierarchy: boolean;
  readonly nodes: readonly { readonly id: number; readonly parent: number | null }[];
  readonly sites: readonly { readonly id: number; readonly node: number | null }[];
}
export interface ScopeUser {
  readonly admin: boolean;
  readonly node: number | null;
  readonly policy: readonly number[];
  readonly assigned: readonly number[];
}

/**
 * The sites that a user may see: the rules in words, tried on every site one by one. It shares nothing with the product,
 * which is compared with it.
 *
 * - A company admin sees every site.
 * - Without a hierarchy, a user sees the sites assigned to them.
 * - With one, a user sees the sites of their node and of everything below it; those of them that are also policy sites if
 *   the user has any. A user without a node sees exactly the policy sites.
 */
export const sitesSeenBy = (company: ScopeCompany, user: ScopeUser): Set<number> => {
  const parentOf = new Map(company.nodes.map(({ id, parent }) => [id, parent]));
  const isAtOrBelow = (node: number | null, top: number): boolean => {
    for (let at: number | null = node; at !== null; at = parentOf.get(at) ?? null)
      if (at === top) return true;
    return false;
  };
  const isSeen = ({ id, node }: ScopeCompany["sites"][number]): boolean => {
    if (user.admin) return true;
    if (!company.hierarchy) return user.assigned.includes(id);
    if (user.node === null) return user.policy.includes(id);
    return isAtOrBelow(node, user.node) && (user.policy.length === 0 || user.policy.includes(id));
  };
  return new Set(company.sites.filter(isSeen).map(({ id }) => id));
};
