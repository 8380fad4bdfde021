import type { AskedQuestion } from "@mcc/contract/notices/reminders.rules.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { listedStatement } from "../../platform/lists/listed-ids.ts";
import type { CommentRecord } from "./comments.queries.ts";
import { answeredAt, fromOpenQuestions } from "./questions.conditions.ts";

interface QuestionRecord extends AskedQuestion {
  readonly orderId: number;
}

/** All questions about some orders, in milliseconds. */
export const questionsAbout = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
): Promise<QuestionRecord[]> => {
  const { rows } = await sql<{ order_id: number; asked_at: Date; answered_at: Date | null }>`
    select question.order_id, question.created_at as asked_at, ${answeredAt(companyId)} as answered_at
    from order_comments question
    where question.company_id = ${companyId} and question.order_id = any(${orderIds}) and question.asks_id is not null
    order by question.id`.execute(db);
  return rows.map(({ order_id, asked_at, answered_at }) => ({
    orderId: order_id,
    askedAt: asked_at.getTime(),
    answeredAt: answered_at?.getTime() ?? null,
  }));
};

/** The questions about the listed orders that wait for an answer, oldest first. */
export const openQuestions = listedStatement(
  "open-questions",
  (companyId, ids) => sql<CommentRecord & { order_id: number }>`
    select question.id, question.order_id, question.text, question.author_id, question.author_name,
      question.asks_id, question.asks_name, question.created_at, null as answered_at
    ${fromOpenQuestions(companyId, sql`question.order_id = any(${ids})`)}
    order by question.id`,
);
