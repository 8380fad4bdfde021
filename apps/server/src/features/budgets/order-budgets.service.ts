import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import type { OrderBudget, OrdersBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { centsOf, moneyOf, sumOf } from "@mcc/contract/kit/money.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  decisionContext,
  listOneOrder,
  listPendingOrders,
} from "../approval-steps/approval-steps.service.ts";
import { ordersRequiringApproval } from "../approval-steps/user-approval.service.ts";
import { budgetRows } from "./budgets.queries.ts";
import { listedShares, type ShareRecord } from "./order-budgets.queries.ts";

const dollars = (amount: bigint): string => `$${moneyOf(amount).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ",")}`;

const shareOf = (share: ShareRecord, used: bigint) => {
  const left = centsOf(share.left);
  const isBeyond = left < 0n && used > 0n;
  const words = `${share.name}, ${share.short_label}: ${dollars(-left)} beyond ${dollars(centsOf(share.amount))}`;
  return {
    id: share.id,
    name: share.name,
    period_label: share.period_label,
    amount: share.amount,
    left_before: moneyOf(left + used),
    left_after: share.left,
    beyond: isBeyond,
    reason: isBeyond ? words : share.has_step ? budgetMessages.stepStays : null,
  };
};

const HIDDEN = { amount: null, left_before: null, left_after: null, reason: null };

/** Whether the user may see the totals of a budget although they may not decide about the order. */
const totalsSeen = async (scope: CompanyScope, id: number): Promise<boolean | undefined> =>
  (await budgetRows(scope, { id }))[0]?.sees_totals;

/** To whoever may decide about the order, what is left of each budget; to others, as far as they may see its totals. */
export const orderBudgets = async (
  scope: CompanyScope,
  identifier: string,
): Promise<{ results: OrderBudget[] }> => {
  const { listed, answer } = listOneOrder(scope, identifier);
  const [, { order, approvers }, shares] = await Promise.all([
    answer,
    decisionContext(scope, listed),
    listedShares(scope, listed),
  ]);
  const mayDecide = currentApprovers(order, approvers).some(({ person }) => person.id === scope.who.id);
  const results: OrderBudget[] = [];
  for (const share of shares) {
    const found = shareOf(share, centsOf(share.this_order));
    const seen = mayDecide || (await totalsSeen(scope, share.id));
    if (seen !== undefined) results.push({ ...found, ...(seen ? {} : HIDDEN), this_order: share.this_order });
  }
  return { results };
};

/** The same for several pending orders together, as far as the user may decide about them. */
export const budgetsOfOrders = async (
  scope: CompanyScope,
  ids: readonly number[],
): Promise<{ results: OrdersBudget[] }> => {
  const mine = new Set(await ordersRequiringApproval(scope));
  const { listed, answer } = listPendingOrders(
    scope,
    ids.filter((id) => mine.has(id)),
  );
  const [, shares] = await Promise.all([answer, listedShares(scope, listed)]);
  const budgets = Map.groupBy(shares, ({ id, period_start }) => `${id}/${period_start}`);
  return {
    results: [...budgets.values()].map((each) => {
      const used = sumOf(each.map(({ this_order }) => this_order));
      return {
        ...shareOf(
          { ...(each.at(-1) as ShareRecord), has_step: each.some(({ has_step }) => has_step) },
          used,
        ),
        these_orders: moneyOf(used),
        orders: each.map(({ identifier }) => identifier),
      };
    }),
  };
};
