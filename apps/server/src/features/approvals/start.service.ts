import { type NeededStep, stepsFor } from "@mcc/contract/approvals/approvals.rules.ts";
import type { IntegrationScope } from "../../platform/key-scope.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyData } from "./company-data.ts";
import { tellApproversSoon } from "./notices.service.ts";
import { approvalSettings, readRuleBook } from "./rule-book.queries.ts";
import { nodePaths, rulesAt } from "./rules-at.queries.ts";

interface Place {
  readonly id: number;
  readonly node_id: number | null;
}

/** The approvals that orders at these sites need as they arrive, by the rules of this moment. */
export const stepsOfArrivals = async (
  data: CompanyData,
  sites: readonly Place[],
): Promise<(site: Place, total: string) => NeededStep[]> => {
  // Sent together, answered in turn: the settings are read with the rule book in hand.
  const [, settings] = await Promise.all([readRuleBook(data), approvalSettings(data)]);
  if (!settings.approvals) return () => [];
  const nodeIds = settings.hierarchy ? sites.flatMap(({ node_id }) => node_id ?? []) : [];
  const paths = await nodePaths(data, [...new Set(nodeIds)]);
  const nodes = [...new Set([...paths.values()].flat())];
  const rules = await rulesAt(data, [...new Set(sites.map(({ id }) => id))], nodes);
  return ({ id, node_id }, total) => {
    const nodePath = (node_id !== null && paths.get(node_id)) || [];
    return stepsFor(rules, { siteId: id, nodePath, total });
  };
};

/** After the commit: approvers are written to about what waits, and open pages read it again. */
export const announceArrivals = (
  { jobs, changes }: Platform,
  scope: IntegrationScope,
  { waiting, settled }: { waiting: readonly number[]; settled: readonly number[] },
): void => {
  const siteIds = [...new Set([...waiting, ...settled])];
  if (siteIds.length === 0) return;
  scope.afterCommit(() => changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds }));
  if (waiting.length > 0) scope.afterCommit(() => tellApproversSoon(jobs, scope.companyId));
};
