import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";

interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  /** For a deputy: in whose place they act. */
  readonly principal: string | null;
}

/** Uses the clock and not the transaction's start, because the transaction may have waited for the previous one. */
export const addApproval = (
  { db }: CompanyScope,
  orderId: number,
  { userId, username, name, principal }: Actor,
) =>
  sql`${prepared("add-approval")}
    insert into order_approvals (order_id, user_id, username, name, principal_name, approved_at)
    values (${orderId}, ${userId}, ${username}, ${name}, ${principal}, clock_timestamp())`.execute(db);

export const addRejection = (
  { db }: CompanyScope,
  orderId: number,
  { userId, username, name, principal, note }: Actor & { readonly note: string },
) =>
  sql`${prepared("add-rejection")}
    insert into order_rejections (order_id, user_id, username, name, principal_name, note, rejected_at)
    values (${orderId}, ${userId}, ${username}, ${name}, ${principal}, ${note}, clock_timestamp())`.execute(
    db,
  );
