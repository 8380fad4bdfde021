import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";

const PENDING = sql.lit(PENDING_CODE);

/** Whether any order is pending, at one site or at any. */
export const hasPendingOrders = async (
  { db, companyId }: CompanyScope,
  siteId?: number,
): Promise<boolean> => {
  const here = siteId === undefined ? sql`` : sql`and site_id = ${siteId}`;
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from orders where company_id = ${companyId} and status = ${PENDING} ${here}) as pending`.execute(
    db,
  );
  return rows[0]?.pending === true;
};

/** Whether an open step names this role, or comes from a rule assigned to this node. */
export const hasOpenStepFor = async (
  { db, companyId }: CompanyScope,
  { roleId, nodeId }: { roleId?: number; nodeId?: number },
): Promise<boolean> => {
  const conditions: Condition[] = [
    sql`company_id = ${companyId}`,
    sql`state = 'open'`,
    ...(roleId === undefined ? [] : [sql`role_id = ${roleId}`]),
    ...(nodeId === undefined
      ? []
      : [
          sql`rule_id = any(array(select rule_id from approval_rule_nodes where company_id = ${companyId} and node_id = ${nodeId}))`,
        ]),
  ];
  const { rows } = await sql<{ asked: boolean }>`
    select exists (select from order_steps where ${allConditions(conditions)}) as asked`.execute(db);
  return rows[0]?.asked === true;
};

/**
 * Pending orders that affect a user: one for each place, set of open steps, and users who placed or approved it; more
 * would give the same result.
 */
export const samplePendingOrders = async ({ db, companyId }: CompanyScope): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select min(order_id) as id from (
      select step.order_id, step.site_id, step.placed_by,
        array(select (role_id, user_id)::text from order_steps
          where company_id = ${companyId} and order_id = step.order_id and state = 'open' order by position) as asked,
        array(select (user_id, principal_name is null)::text from order_approvals
          where company_id = ${companyId} and order_id = step.order_id order by user_id) as approved_by
      from order_steps step where step.company_id = ${companyId} and step.is_current) as waiting
    group by site_id, asked, placed_by, approved_by`.execute(db);
  return rows.map(({ id }) => id);
};
