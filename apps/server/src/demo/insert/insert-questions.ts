import type pg from "pg";
import { type ApprovalHistory, entitled } from "../approvals.ts";
import type { Company } from "../company.ts";
import { HOUR, laterMoment } from "../dates.ts";
import { insertRows } from "./insert-rows.ts";

/** Approvers ask the people who placed the newest pending orders. */
export const insertQuestions = async (
  client: pg.ClientBase,
  company: Company,
  histories: readonly ApprovalHistory[],
  now: Date,
): Promise<void> => {
  const pending = histories
    .flatMap(({ steps }) => steps.find(({ state }) => state === "open") ?? [])
    .filter(({ order }) => order.orderedBy.userId !== null)
    .toReversed();
  const comments = (company.plan.history.questions ?? []).flatMap(({ text, answer }, at) => {
    const step = pending[at];
    const approver = step && entitled(company, step.rule, step.order.site)[0];
    if (!step || !approver) return [];
    const { id: orderId, date, orderedBy } = step.order;
    const askedAt = laterMoment(step.since ?? date, HOUR, now);
    const question = {
      ...{ company_id: company.id, order_id: orderId, author_id: approver.id, author_name: approver.name },
      ...{ text, asks_id: orderedBy.userId, asks_name: orderedBy.name, created_at: askedAt },
    };
    if (answer === undefined) return [question];
    const reply = {
      ...{ company_id: company.id, order_id: orderId, author_id: orderedBy.userId },
      ...{ author_name: orderedBy.name, text: answer, asks_id: null, asks_name: null },
      created_at: laterMoment(askedAt, HOUR, now),
    };
    return [question, reply];
  });
  await insertRows(client, "order_comments", comments);
};
