import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { fromOpenQuestions } from "./questions.queries.ts";

export { fromOpenQuestions } from "./questions.queries.ts";

/** The ids of the orders with a question that waits for an answer, as a query for a filter. */
export const ordersWaitingForAnswer = ({ companyId }: CompanyScope): Condition =>
  sql`select question.order_id ${fromOpenQuestions(companyId)}`;
