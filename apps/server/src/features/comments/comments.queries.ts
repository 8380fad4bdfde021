import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { type ListedIds, listedStatement } from "../../platform/lists/listed-ids.ts";
import { answeredAt } from "./questions.conditions.ts";

export interface CommentRecord {
  id: number;
  text: string;
  author_id: number;
  author_name: string;
  asks_id: number | null;
  asks_name: string | null;
  answered_at: Date | null;
  created_at: Date;
}

/** Of the listed order, oldest first; nothing about an order that is not there. */
const commentRows = listedStatement(
  "order-comments",
  (companyId, ids) => sql<CommentRecord>`
    select question.id, question.text, question.author_id, question.author_name, question.asks_id,
      question.asks_name, question.created_at,
      case when question.asks_id is not null then ${answeredAt(companyId)} end as answered_at
    from order_comments question where question.company_id = ${companyId} and question.order_id = any(${ids})
    order by question.id`,
);

/** Undefined if no order was listed. */
export const listedComments = async (
  scope: CompanyScope,
  listed: ListedIds,
): Promise<CommentRecord[] | undefined> => {
  const [{ rows }, comments] = await Promise.all([
    sql<{ found: boolean }>`${prepared("has-listed")}
      select cardinality(${listed.ids}) > 0 as found`.execute(scope.db),
    commentRows(scope, listed),
  ]);
  return rows[0]?.found ? comments : undefined;
};

interface CommentToAdd {
  readonly order_id: number;
  readonly author_id: number;
  readonly author_name: string;
  readonly text: string;
  readonly asks_id: number | null;
  readonly asks_name: string | null;
}

export const addComment = ({ db }: CompanyScope, comment: CommentToAdd) =>
  db.insertInto("order_comments").values(comment).returning(["id", "created_at"]).executeTakeFirstOrThrow();
