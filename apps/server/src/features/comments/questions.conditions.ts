import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** When the asked person replied; a question to a person who is gone needs no answer anymore. */
export const answeredAt = (companyId: number): Condition => sql`coalesce(
  (select min(reply.created_at) from order_comments reply where reply.company_id = ${companyId}
    and reply.order_id = question.order_id and reply.author_id = question.asks_id and reply.id > question.id),
  (select deleted_at from users where company_id = ${companyId} and id = question.asks_id))`;

/** The questions about an order that wait for an answer, for the end of a statement. */
export const fromOpenQuestions = (companyId: number, ofOrder: Condition = sql`true`): Condition => sql`
  from order_comments question where question.company_id = ${companyId} and question.asks_id is not null
    and ${ofOrder} and ${answeredAt(companyId)} is null`;

/** The ids of the orders with a question that waits for an answer, as a query for a filter. */
export const ordersWaitingForAnswer = ({ companyId }: CompanyScope): Condition =>
  sql`select question.order_id ${fromOpenQuestions(companyId)}`;
