import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { StepChange } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { sql } from "kysely";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";

/** Writes the outcome of an order's steps in one statement; `nameOf` is the current name of a user who acted, or of their principal. */
export const updateSteps = (
  { db, companyId }: CompanyScope,
  { id: orderId, total }: { readonly id: number; readonly total: string },
  changes: readonly StepChange[],
  nameOf: (userId: number) => string,
) => {
  const given = changes.map(({ position, state, act }) => ({
    position,
    state,
    user_id: act?.userId ?? null,
    name: act ? nameOf(act.userId) : null,
    entitlement: act?.by ?? null,
    principal_id: act?.for?.principalId ?? null,
    principal_name: act?.for ? nameOf(act.for.principalId) : null,
    delegation_id: act?.for?.delegationId ?? null,
  }));
  return sql`${prepared("update-steps")}
    update order_steps step
    set state = given.state, acted_by_id = given.user_id, acted_by_name = given.name, entitlement = given.entitlement,
      principal_id = given.principal_id, principal_name = given.principal_name, delegation_id = given.delegation_id,
      acted_at = case when given.user_id is not null then clock_timestamp() end,
      acted_total = case when given.user_id is not null then ${total}::numeric end
    from json_to_recordset(${JSON.stringify(given)})
      as given (position integer, state text, user_id bigint, name text, entitlement text,
        principal_id bigint, principal_name text, delegation_id bigint)
    where step.company_id = ${companyId} and step.order_id = ${orderId} and step.position = given.position`.execute(
    db,
  );
};

/**
 * Approvals remain valid for the content they were given for. Uses the clock and not the transaction's start, because
 * the transaction may have waited for one of them.
 */
export const markChangedSinceApproval = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  sql`${prepared("change-since-approval")}
    update order_steps set changed_at = clock_timestamp()
    where company_id = ${companyId} and order_id = any(${orderIds}) and state = 'done'`.execute(db);

export interface StepRecord {
  position: number;
  type: "role" | "user";
  name: string;
  limit: number;
  reason: string | null;
  state: ApprovalStep["state"];
  is_current: boolean;
  escalated_at: Date | null;
  acted_by: string | null;
  acted_for: string | null;
  acted_at: Date | null;
  entitlement: ApprovalStep["entitlement"];
  acted_total: string | null;
  changed_at: Date | null;
  /** The user may see the amounts of the budget that the step belongs to. */
  sees_amounts: boolean;
  /** The user has approved or rejected the order. */
  acted: boolean;
}

/** The steps of the listed order, in their order. Who acted is read with the order, never by what somebody ever did. */
export const listedSteps = async (
  { db, companyId, who, siteIds }: CompanyScope,
  { ids }: ListedIds,
): Promise<StepRecord[]> => {
  const own = siteIds === "all" ? null : siteIds;
  const ofOrder = sql`where company_id = ${companyId} and order_id = step.order_id`;
  const { rows } = await sql<StepRecord>`${prepared("listed-steps")}
    select position, case when user_id is null then 'role' else 'user' end as type, name, limit_amount as limit, reason, state,
      is_current, escalated_at, acted_by_name as acted_by, principal_name as acted_for, acted_at, entitlement, acted_total, changed_at,
      ${who.id} = any(array(select user_id from order_approvals ${ofOrder}
        union all select user_id from order_rejections ${ofOrder})) as acted,
      case when reason is null or budget_id is null then true
        else tenant.sees_budget(budget_id, ${who.id}::bigint, ${own}::bigint[]) end as sees_amounts
    from order_steps step where company_id = ${companyId} and order_id = any((select ${ids})::bigint[])
    order by position`.execute(db);
  return rows;
};

export interface StepToWrite {
  readonly order_id: number;
  readonly position: number;
  readonly rule_id: number | null;
  /** Or the budget that the order goes beyond. */
  readonly budget_id: number | null;
  readonly role_id: number | null;
  readonly user_id: number | null;
  readonly name: string;
  readonly limit_amount: number;
  /** Dropped at once: the order arrived as Canceled. */
  readonly state: "open" | "dropped";
  readonly is_canceled: boolean;
}

/** The database determines who placed the orders and which step is the current one, for every writer. */
export const addSteps = ({ db }: CompanyData, steps: readonly StepToWrite[]) =>
  sql`
    insert into order_steps (order_id, position, rule_id, budget_id, role_id, user_id, name, limit_amount, state, is_canceled)
    select order_id, position, rule_id, budget_id, role_id, user_id, name, limit_amount, state, is_canceled
    from json_to_recordset(${JSON.stringify(steps)}) as given (order_id bigint, position integer, rule_id bigint,
      budget_id bigint, role_id bigint, user_id bigint, name text, limit_amount integer, state text, is_canceled boolean)`.execute(
    db,
  );

/**
 * The approvals of an order are asked for again: its approved steps are replaced by open ones, whose approvers are
 * notified like those of any new step. Answers who had approved, oldest first.
 */
export const askAgain = async ({ db, companyId }: CompanyData, orderId: number): Promise<string[]> => {
  const ofOrder = sql`company_id = ${companyId} and order_id = ${orderId}`;
  const [, { rows }] = await Promise.all([
    sql`
      with approved as (
        delete from order_steps where ${ofOrder} and state = 'done'
        returning order_id, position, rule_id, budget_id, reason, role_id, user_id, name, limit_amount)
      insert into order_steps (order_id, position, rule_id, budget_id, reason, role_id, user_id, name, limit_amount)
      select order_id, position, rule_id, budget_id, reason, role_id, user_id, name, limit_amount from approved`.execute(
      db,
    ),
    sql<{ name: string }>`
      with withdrawn as (delete from order_approvals where ${ofOrder} returning name, approved_at, user_id)
      select name from withdrawn order by approved_at, user_id`.execute(db),
  ]);
  return rows.map(({ name }) => name);
};

/** Open steps that move behind an inserted one. */
export const moveSteps = (
  { db, companyId }: CompanyData,
  orderId: number,
  moved: readonly { readonly from: number; readonly to: number }[],
) =>
  sql`
    update order_steps step set position = given.to_position
    from json_to_recordset(${JSON.stringify(moved.map(({ from, to }) => ({ position: from, to_position: to })))})
      as given (position integer, to_position integer)
    where step.company_id = ${companyId} and step.order_id = ${orderId} and step.position = given.position`.execute(
    db,
  );
