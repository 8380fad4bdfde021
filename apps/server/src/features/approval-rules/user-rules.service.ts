import { covers } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePaths, rulesNaming } from "./rules-at-sites.queries.ts";

interface Site {
  readonly id: number;
  readonly node_id: number | null;
}

/**
 * The rules by which the user of this scope approves, and at which of the given sites; none while the company's
 * approvals are off. A role rule covers every site, a user rule its sites and those below its nodes.
 */
export const rulesOfApprover = async <S extends Site>(scope: CompanyScope, sites: readonly S[]) => {
  const { who } = scope;
  if (!who.is_approver) return [];
  const rules = await rulesNaming(scope, who.id, who.role?.id ?? null);
  const nodeIds = who.company?.has_company_hierarchy ? sites.flatMap(({ node_id }) => node_id ?? []) : [];
  const paths = await nodePaths(scope, [...new Set(nodeIds)]);
  const placeOf = ({ id, node_id }: S) => ({
    siteId: id,
    nodePath: (node_id !== null && paths.get(node_id)) || [],
  });
  return rules.map((rule) => ({
    id: rule.id,
    limit: rule.limit,
    by: rule.holder.type,
    covered: sites.filter((site) => covers(rule, placeOf(site))),
  }));
};
