import type { AskedQuestion } from "@mcc/contract/approvals/reminders.rules.ts";
import { sql } from "kysely";
import type { CompanyData } from "./company-data.ts";
import { answeredAt } from "./questions.conditions.ts";

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
