import { type NeededStep, type OrderToApprove, stepsFor } from "@mcc/contract/approvals/approvals.rules.ts";
import type { IntegrationScope } from "../../platform/access/api-key-scope.ts";
import type { Platform } from "../../platform/platform.ts";
import { approvalSettings, lockApprovalSettingsShared } from "./approval-settings.queries.ts";
import type { CompanyData } from "./company-data.ts";
import { notifyApproversSoon } from "./notices.service.ts";
import { nodePaths, rulesAt } from "./rules-at-sites.queries.ts";
import type { StepToWrite } from "./steps.queries.ts";

interface Place {
  readonly id: number;
  readonly node_id: number | null;
}

/** The approvals that new orders at these sites need, by the current rules. */
export const stepsForNewOrders = async (
  data: CompanyData,
  sites: readonly Place[],
): Promise<(site: Place, total: string) => NeededStep[]> => {
  // Sent together, executed in sequence: the settings are read while they are locked.
  const [, settings] = await Promise.all([lockApprovalSettingsShared(data), approvalSettings(data)]);
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

/** The approvals that one order needs by the current rules. */
export const stepsNeeded = async (data: CompanyData, order: OrderToApprove): Promise<NeededStep[]> => {
  const [, settings] = await Promise.all([lockApprovalSettingsShared(data), approvalSettings(data)]);
  return settings.approvals ? stepsFor(await rulesAt(data, [order.siteId], order.nodePath), order) : [];
};

export { addSteps } from "./steps.queries.ts";

export const stepRow = (
  orderId: number,
  { ruleId, holder, limit, position }: NeededStep & { readonly position: number },
  state: StepToWrite["state"] = "open",
): StepToWrite => ({
  order_id: orderId,
  position,
  rule_id: ruleId,
  role_id: holder.type === "role" ? holder.id : null,
  user_id: holder.type === "user" ? holder.id : null,
  name: holder.name,
  limit_amount: limit,
  state,
  is_canceled: state === "dropped",
});

/** After the commit: pages that show the orders of these sites read them again. */
export const announceOrders = (
  { changes }: Platform,
  scope: IntegrationScope,
  siteIds: readonly number[],
): void => {
  if (siteIds.length === 0) return;
  scope.afterCommit(() =>
    changes.announce({ kind: "orders", companyId: scope.companyId, siteIds: [...new Set(siteIds)] }),
  );
};

/** After the commit: approvers are notified about pending orders, and open pages read them again. */
export const announceNewOrders = (
  { jobs, changes }: Platform,
  scope: IntegrationScope,
  { waiting, settled }: { waiting: readonly number[]; settled: readonly number[] },
): void => {
  const siteIds = [...new Set([...waiting, ...settled])];
  if (siteIds.length === 0) return;
  scope.afterCommit(() => changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds }));
  if (waiting.length > 0) scope.afterCommit(() => notifyApproversSoon(jobs, scope.companyId));
};
