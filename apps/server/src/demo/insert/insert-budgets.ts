import type pg from "pg";
import type { Company } from "../company.ts";
import type { BudgetPlan } from "../company-plan.ts";

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** The first day of the month, quarter or year so many of them after today's. */
const firstDay = (today: Date, { period, after = 0 }: BudgetPlan): string => {
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const month = today.getUTCMonth() - (today.getUTCMonth() % months) + after * months;
  return day(new Date(Date.UTC(today.getUTCFullYear(), month, 1)));
};

const ADD = `
  with added as (
    insert into mcc.budgets (company_id, name, amount, beyond, role_id, tell_at, revision, next_revision, created_at)
    select $1::bigint, $2, 1000000000, case when $3::text is null then 'tell' else 'step' end,
      (select id from mcc.roles where company_id = $1::bigint and name = $3), '{80,100}', 1, null, $4::timestamptz
    returning id),
  covered as (
    insert into mcc.budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids, node_ids,
      reported_at)
    select $1::bigint, id, 1, $5, $6::date, true,
      (select array_agg(id order by id) from mcc.sites where company_id = $1::bigint and name = any($7::text[])),
      (select array_agg(id order by id) from mcc.organization_nodes where company_id = $1::bigint and name = $8),
      $4::timestamptz
    from added)
  insert into mcc.budget_owners (company_id, budget_id, user_id)
  select $1::bigint, added.id, users.id from added join mcc.users on users.company_id = $1::bigint
    and users.is_company_admin and users.deleted_at is null`;

/** As if every order had moved them when it was placed. */
const MOVE = `
  select mcc.move_budgets($1::bigint, array(select id from mcc.orders where company_id = $1::bigint
    and order_date >= (select min(starts_on) - 1 from mcc.budget_coverages where company_id = $1::bigint)
    order by order_date, id), '{}', null, 'API key Storefront')`;
const DATE = `
  update mcc.budget_entries entry set moment = orders.order_date from mcc.orders
  where entry.company_id = $1 and orders.company_id = $1 and orders.id = entry.order_id`;

/** The planned part of it is used in the current period. */
const SET_AMOUNT = `
  update mcc.budgets budget set amount = greatest(1000, round(coalesce((
      select reserved + committed from mcc.budget_balances where company_id = $1 and budget_id = budget.id
      order by period_start desc limit 1), 0) / $3::numeric, -2))
  where company_id = $1 and name = $2`;

/** Budgets within, close to, beyond and ahead, with the orders there are. */
export const insertBudgets = async (client: pg.ClientBase, company: Company, now: Date): Promise<void> => {
  const { id, plan, founded } = company;
  const { budgets = [] } = plan;
  for (const budget of budgets) {
    const { name, role = null, period, sites = null, node = null } = budget;
    await client.query(ADD, [id, name, role, founded, period, firstDay(now, budget), sites, node]);
  }
  if (budgets.length === 0) return;
  await client.query(MOVE, [id]);
  await client.query(DATE, [id]);
  for (const { name, used } of budgets) await client.query(SET_AMOUNT, [id, name, used]);
};
