import { covers } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import { approvalSettings } from "./approval-settings.queries.ts";
import { nodePaths, rulesAt } from "./rules-at-sites.queries.ts";

interface Place {
  readonly site_id: number;
  readonly node_id: number | null;
}

/** The limits of the rules that apply at these places; none while approvals are off. */
export const limitsAt = async (
  data: CompanyData,
  places: readonly Place[],
): Promise<(place: Place) => readonly number[]> => {
  const settings = await approvalSettings(data);
  if (!settings.approvals || places.length === 0) return () => [];
  const nodeIds = settings.hierarchy ? places.flatMap(({ node_id }) => node_id ?? []) : [];
  const paths = await nodePaths(data, [...new Set(nodeIds)]);
  const siteIds = [...new Set(places.map(({ site_id }) => site_id))];
  const rules = await rulesAt(data, siteIds, [...new Set([...paths.values()].flat())]);
  return ({ site_id, node_id }) => {
    const place = { siteId: site_id, nodePath: (node_id !== null && paths.get(node_id)) || [] };
    return rules.filter((rule) => rule.limit > 0 && covers(rule, place)).map(({ limit }) => limit);
  };
};
