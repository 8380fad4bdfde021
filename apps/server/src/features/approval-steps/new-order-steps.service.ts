import {
  type BudgetStep,
  type NeededStep,
  type OrderToApprove,
  stepsFor,
} from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import {
  approvalSettings,
  lockApprovalSettingsShared,
  nodePaths,
  rulesAt,
} from "../approval-rules/approval-rules.service.ts";
import type { StepToWrite } from "./approval-steps.queries.ts";
import { notifyApproversSoon } from "./notify-approvers.service.ts";

interface Place {
  readonly id: number;
  readonly node_id: number | null;
}

/** The approvals that new orders at these sites need, by the current rules; nothing while approvals are switched off. */
export const stepsForNewOrders = async (
  data: CompanyData,
  sites: readonly Place[],
): Promise<((site: Place, total: string) => NeededStep[]) | undefined> => {
  // Sent together, executed in sequence: the settings are read while they are locked.
  const [, settings] = await Promise.all([lockApprovalSettingsShared(data), approvalSettings(data)]);
  if (!settings.approvals) return undefined;
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

export const stepRow = (
  orderId: number,
  { holder, position, ...step }: (NeededStep | BudgetStep) & { readonly position: number },
  state: StepToWrite["state"] = "open",
): StepToWrite => ({
  order_id: orderId,
  position,
  rule_id: step.ruleId ?? null,
  budget_id: step.budgetId ?? null,
  role_id: holder.type === "role" ? holder.id : null,
  user_id: holder.type === "user" ? holder.id : null,
  name: holder.name,
  limit_amount: "limit" in step ? step.limit : 0,
  state,
  is_canceled: state === "dropped",
});

/** After the commit: pages that show the orders of these sites read them again. */
export const announceOrders = (
  { changes }: Services,
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
  { jobs, changes }: Services,
  scope: IntegrationScope,
  { waiting, settled }: { waiting: readonly number[]; settled: readonly number[] },
): void => {
  const siteIds = [...new Set([...waiting, ...settled])];
  if (siteIds.length === 0) return;
  scope.afterCommit(() => changes.announce({ kind: "approvals", companyId: scope.companyId, siteIds }));
  if (waiting.length > 0) scope.afterCommit(() => notifyApproversSoon(jobs, scope.companyId));
};
