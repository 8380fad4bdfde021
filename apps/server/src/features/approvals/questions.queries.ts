import type { AskedQuestion } from "@mcc/contract/approvals/reminders.rules.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";
import type { CompanyData } from "./company-data.ts";

/** When the asked person replied; a question to a person who is gone needs no answer anymore. */
const answeredAt = (companyId: number): Condition => sql`coalesce(
  (select min(reply.created_at) from order_comments reply where reply.company_id = ${companyId}
    and reply.order_id = question.order_id and reply.author_id = question.asks_id and reply.id > question.id),
  (select deleted_at from users where company_id = ${companyId} and id = question.asks_id))`;

/** The questions about an order that wait for an answer, for the end of a statement. */
export const fromOpenQuestions = (companyId: number, ofOrder: Condition = sql`true`): Condition => sql`
  from order_comments question where question.company_id = ${companyId} and question.asks_id is not null
    and ${ofOrder} and ${answeredAt(companyId)} is null`;

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
