import type { OrderRemarks } from "@mcc/contract/decisions/bulk-approval.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { listPendingOrders } from "../approval-steps/approval-steps.service.ts";
import { openQuestions, toComment } from "../comments/comments.service.ts";
import { listedWarnings } from "../warnings/warnings.service.ts";

export type FindRemarks = (orderId: number) => OrderRemarks;

/** The warnings and open questions of the listed orders, as the user may see them. */
export const listedRemarks = async (scope: CompanyScope, listed: ListedIds): Promise<FindRemarks> => {
  const [warningsOf, questions] = await Promise.all([
    listedWarnings(scope, listed),
    openQuestions(scope, listed),
  ]);
  const questionsOf = Map.groupBy(questions, ({ order_id }) => order_id);
  return (id) => ({
    id,
    warnings: warningsOf(id).filter(({ dismissed }) => !dismissed),
    questions: (questionsOf.get(id) ?? []).map(({ order_id: _, ...question }) => toComment(question)),
  });
};

/** The remarks of those of the orders that are pending, and that the user may see. */
export const orderRemarks = async (
  scope: CompanyScope,
  ids: readonly number[],
): Promise<{ results: OrderRemarks[] }> => {
  const { listed, answer } = listPendingOrders(scope, ids);
  const [, remarksOf] = await Promise.all([answer, listedRemarks(scope, listed)]);
  const results = [...new Set(ids)]
    .map(remarksOf)
    .filter((order) => order.warnings.length + order.questions.length > 0);
  return { results };
};
