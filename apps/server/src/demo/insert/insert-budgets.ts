import { PENDING_CODE } from "@mcc/contract/orders/orders.schema.ts";
import type pg from "pg";
import type { Company } from "../company.ts";
import type { BudgetPlan } from "../company-plan.ts";

const day = (date: Date): string => date.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;
/** A custom period begins and ends so many days from today. */
const CUSTOM_DAYS = 45;
const dayFrom = (today: Date, days: number): string => day(new Date(today.getTime() + days * DAY_MS));

/** The first day of the month, quarter or year so many of them after today's. */
const firstDay = (today: Date, { period, after = 0 }: BudgetPlan): string => {
  if (period === "custom") return dayFrom(today, -CUSTOM_DAYS);
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
    insert into mcc.budget_coverages (company_id, budget_id, revision, period, starts_on, ends_on, repeats, site_ids,
      node_ids, afe_number, field_name, field_value, reported_at)
    select $1::bigint, id, 1, $5, $6::date, $10::date, $9,
      (select array_agg(id order by id) from mcc.sites where company_id = $1::bigint and name = any($7::text[])),
      (select array_agg(id order by id) from mcc.organization_nodes where company_id = $1::bigint and name = $8),
      case when $11 then (select afe_number from mcc.orders
        where company_id = $1::bigint and afe_number is not null and order_date >= $6::date + 1
          and mcc.is_spent(status)
        order by total desc, id limit 1) end,
      $12, $13, $4::timestamptz
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

/** The further step of the pending orders that went beyond it. */
const ADD_STEPS = `
  insert into mcc.order_steps (company_id, order_id, position, budget_id, role_id, name, limit_amount, reason)
  select $1::bigint, orders.id,
    (select max(position) + 1 from mcc.order_steps where company_id = $1::bigint and order_id = orders.id),
    budget.id, role.id, role.name, 0, tenant.beyond_words(budget.name, tenant.budget_period_label(coverage.period,
      span.first_day, span.last_day, false), entry.used, budget.amount)
  from mcc.budgets budget
  join mcc.roles role on role.company_id = $1::bigint and role.id = budget.role_id
  join mcc.budget_coverages coverage on coverage.company_id = $1::bigint and coverage.budget_id = budget.id
  join mcc.budget_entries entry on entry.company_id = $1::bigint and entry.budget_id = budget.id
    and entry.used > budget.amount
  join mcc.orders on orders.company_id = $1::bigint and orders.id = entry.order_id and orders.status = ${PENDING_CODE}
  cross join lateral tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
    entry.period_start) as span
  where budget.company_id = $1::bigint and budget.name = $2`;

/** Budgets within, close to, beyond, ahead and over, with the orders there are. */
export const insertBudgets = async (client: pg.ClientBase, company: Company, now: Date): Promise<void> => {
  const { id, plan, founded } = company;
  const { budgets = [] } = plan;
  for (const budget of budgets) {
    const {
      name,
      role = null,
      period,
      after = 0,
      sites = null,
      node = null,
      field,
      isOfAfe = false,
    } = budget;
    const isCustom = period === "custom";
    await client.query(ADD, [
      id,
      name,
      role,
      founded,
      period,
      firstDay(now, budget),
      sites,
      node,
      after >= 0 && !isCustom,
      isCustom ? dayFrom(now, CUSTOM_DAYS) : null,
      isOfAfe,
      field?.name ?? null,
      field?.value ?? null,
    ]);
  }
  if (budgets.length === 0) return;
  await client.query(MOVE, [id]);
  await client.query(DATE, [id]);
  for (const { name, used } of budgets) {
    await client.query(SET_AMOUNT, [id, name, used]);
    await client.query(ADD_STEPS, [id, name]);
  }
};
