import { displayName } from "@mcc/contract/access/session.ts";
import type { BudgetStep } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./move-budgets.queries.ts";
import { tellOwnersSoon } from "./tell-owners.service.ts";

type Mover = Pick<CompanyScope, "db" | "companyId" | "afterCommit"> &
  (Pick<CompanyScope, "who"> | Pick<IntegrationScope, "key">);

const actorOf = (scope: Mover): queries.Actor =>
  "who" in scope
    ? { id: scope.who.id, name: displayName(scope.who) }
    : { id: null, name: `API key ${scope.key.name}` };

/**
 * Brings every budget to what these orders cost now. Call it last in the transaction that has stored them or changed
 * their status, total, date, site, AFE or checkout fields, once for all of them; calling it again writes nothing. With
 * `stepped`, the orders whose steps were just determined with `beyondBudgets`: if another order has moved a budget since
 * then, the transaction starts again.
 */
export const moveBudgets = async (
  { jobs }: Pick<Services, "jobs">,
  scope: Mover,
  orderIds: readonly number[],
  stepped: readonly number[] = [],
): Promise<void> => {
  if (orderIds.length === 0) return;
  const isNoticed = await queries.moveBudgets(scope, { orderIds, stepped }, actorOf(scope));
  if (isNoticed) scope.afterCommit(() => tellOwnersSoon(jobs, scope.companyId));
};

/** The further steps of these orders, each as it would be stored, one after the other. */
export const beyondBudgets = async (
  data: CompanyData,
  drafts: readonly queries.OrderDraft[],
): Promise<(place: number) => BudgetStep[]> => {
  const found = drafts.length === 0 ? [] : await queries.budgetsBeyond(data, drafts);
  const steps = Map.groupBy(found, ({ place }) => place);
  return (place) =>
    (steps.get(place) ?? []).map(({ budget_id, role_id, role_name }) => ({
      budgetId: budget_id,
      holder: { type: "role", id: role_id, name: role_name },
    }));
};

/** The further steps of an order that is stored, with another total. */
export const stepsBeyondBudgets = async (
  data: CompanyData,
  orderId: number,
  changed: Partial<queries.OrderDraft>,
): Promise<BudgetStep[]> => {
  const stored = await queries.findOrderDraft(data, orderId);
  return stored ? (await beyondBudgets(data, [{ ...stored, ...changed }]))(0) : [];
};
