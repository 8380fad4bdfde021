import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

interface Drift {
  readonly company: string;
  readonly budget: string;
  readonly period_start: string;
  readonly reserved: string;
  readonly committed: string;
}

/** Balances that are not the sums of their entries. */
const balanceDrift = async (db: Kysely<Tables>, slug: string | undefined): Promise<Drift[]> => {
  const { rows } = await sql<Drift>`
    select company.slug_name as company, budget.name as budget, compared.period_start, compared.reserved,
      compared.committed
    from (
      select company_id, budget_id, period_start, sum(reserved) as reserved, sum(committed) as committed from (
        select company_id, budget_id, period_start, reserved, committed from budget_balances
        union all
        select entry.company_id, entry.budget_id, entry.period_start, -entry.reserved, -entry.committed
        from budget_entries entry join budgets on budgets.id = entry.budget_id
          and entry.revision <= budgets.revision) as both_sides
      group by 1, 2, 3 having sum(reserved) <> 0 or sum(committed) <> 0) as compared
    join budgets budget on budget.id = compared.budget_id
    join companies company on company.id = compared.company_id
    where ${slug ?? null}::text is null or company.slug_name = ${slug ?? null}
    order by 1, 2, 3`.execute(db);
  return rows;
};

/** Orders whose entries are not what they cost now, in one of the budgets that cover them. */
const orderDrift = async (db: Kysely<Tables>, slug: string | undefined): Promise<OrderDrift[]> => {
  const { rows } = await sql<OrderDrift>`
    with wanted as (
      select orders.company_id, orders.id as order_id, found.budget_id, found.first_day as period_start,
        case when orders.status = 2 then orders.total else 0 end as reserved,
        case when mcc.is_spent(orders.status) then orders.total else 0 end as committed
      from orders
      cross join lateral mcc.budgets_covering(orders.company_id, array[orders.id], array[orders.site_id],
        array[orders.order_date], array[orders.afe_number], array[orders.custom_checkout_data]) as found
      where not found.is_next and orders.company_id in (select company_id from budgets where deleted_at is null)
        and (orders.status = 2 or mcc.is_spent(orders.status))),
    compared as (
      select company_id, order_id, budget_id, sum(reserved) as reserved, sum(committed) as committed from (
        select * from wanted
        union all
        select entry.company_id, entry.order_id, entry.budget_id, entry.period_start, -entry.reserved,
          -entry.committed
        from budget_entries entry join budgets on budgets.id = entry.budget_id and budgets.deleted_at is null
          and entry.revision <= budgets.revision) as both_sides
      group by company_id, order_id, budget_id, period_start
      having sum(reserved) <> 0 or sum(committed) <> 0)
    select company.slug_name as company, budget.name as budget, orders.identifier, compared.reserved,
      compared.committed
    from compared join companies company on company.id = compared.company_id
    join budgets budget on budget.id = compared.budget_id
    join orders on orders.company_id = compared.company_id and orders.id = compared.order_id
    where ${slug ?? null}::text is null or company.slug_name = ${slug ?? null}
    order by 1, 2, 3 limit 100`.execute(db);
  return rows;
};
interface OrderDrift extends Omit<Drift, "period_start"> {
  readonly identifier: string;
}

/** Adds every balance up from its entries, and compares the entries of every order with what it costs. */
export const verifyBudgets = async (
  db: Kysely<Tables>,
  slug?: string,
): Promise<{ succeeded: boolean; lines: string[] }> => {
  const { rows } = await sql<{ budgets: number; entries: number }>`
    select (select count(*)::int from budgets where deleted_at is null) as budgets,
      (select count(*)::int from budget_entries) as entries`.execute(db);
  const balances = await balanceDrift(db, slug);
  const orders = await orderDrift(db, slug);
  const off = ({ reserved, committed }: { reserved: string; committed: string }) =>
    `reserved ${reserved}, committed ${committed} too much`;
  return {
    succeeded: balances.length + orders.length === 0,
    lines: [
      `${rows[0]?.budgets} budgets, ${rows[0]?.entries} entries`,
      ...balances.map((one) => `${one.company}, ${one.budget}, ${one.period_start}: ${off(one)}`),
      ...orders.map(
        (one) =>
          `${one.company}, ${one.budget}, order ${one.identifier}: off by ${one.reserved} reserved, ${one.committed} committed`,
      ),
      balances.length + orders.length === 0 ? "Every balance is the sum of its entries." : "Balances differ.",
    ],
  };
};
