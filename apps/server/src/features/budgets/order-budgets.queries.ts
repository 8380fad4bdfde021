import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";

export interface ShareRecord {
  readonly order_id: number;
  readonly identifier: string;
  readonly id: number;
  readonly name: string;
  readonly period_start: string;
  readonly period_label: string;
  readonly short_label: string;
  readonly amount: string;
  readonly left: string;
  readonly this_order: string;
  readonly has_step: boolean;
}

/**
 * What the listed orders take of budgets, and what is left with them: of a pending order before those that came after it
 * and are pending too, which have their own steps; of a decided one, when it was decided. The pending orders of a budget
 * are in the order in which they came to it.
 */
export const listedShares = async (
  { db, companyId }: CompanyScope,
  { ids }: ListedIds,
): Promise<ShareRecord[]> => {
  const { rows } = await sql<ShareRecord>`
    with share as materialized (
      select entry.order_id, entry.budget_id, entry.period_start, sum(entry.reserved + entry.committed) as used,
        (array_agg(entry.used order by entry.id desc))[1] as used_then
      from budget_entries entry
      join budgets budget on budget.company_id = ${companyId} and budget.id = entry.budget_id
        and budget.deleted_at is null and entry.revision <= budget.revision
      where entry.company_id = ${companyId} and entry.order_id = any((select ${ids})::bigint[])
      group by 1, 2, 3 having sum(entry.reserved + entry.committed) <> 0),
    later as materialized (
      select * from tenant.reserved_after(array(
        select distinct share.budget_id from share
        join orders on orders.company_id = ${companyId} and orders.id = share.order_id
        where orders.status = ${PENDING_CODE})))
    select share.order_id, orders.identifier, budget.id, budget.name, share.period_start::text, budget.amount,
      tenant.budget_period_label(coverage.period, span.first_day, span.last_day, true) as period_label,
      tenant.budget_period_label(coverage.period, span.first_day, span.last_day, false) as short_label,
      budget.amount - case when orders.status = ${PENDING_CODE}
        then balance.reserved + balance.committed - coalesce(later.reserved, 0)
        else coalesce(share.used_then, balance.reserved + balance.committed) end as left,
      share.used as this_order,
      exists (select from order_steps step where step.company_id = ${companyId} and step.order_id = share.order_id
        and step.budget_id = share.budget_id and step.state = 'open') as has_step
    from share
    join orders on orders.company_id = ${companyId} and orders.id = share.order_id
    join budgets budget on budget.company_id = ${companyId} and budget.id = share.budget_id
    join budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
      and coverage.revision = budget.revision
    cross join lateral tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
      share.period_start) as span
    join budget_balances balance on balance.company_id = ${companyId} and balance.budget_id = budget.id
      and balance.period_start = share.period_start
    left join later on later.budget_id = share.budget_id and later.period_start = share.period_start
      and later.order_id = share.order_id
    order by budget.id, share.period_start, later.came_by, share.order_id`.execute(db);
  return rows;
};
