import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { type ListedIds, listedStatement } from "../../platform/lists/listed-ids.ts";

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
    select said.id, said.text, said.author_id, said.author_name, said.asks_id, said.asks_name, said.created_at,
      (select min(reply.created_at) from order_comments reply where reply.company_id = ${companyId}
        and reply.order_id = said.order_id and reply.author_id = said.asks_id and reply.id > said.id) as answered_at
    from order_comments said where said.company_id = ${companyId} and said.order_id = any(${ids})
    order by said.id`,
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
