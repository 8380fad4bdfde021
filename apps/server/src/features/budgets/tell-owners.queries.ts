import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** Percentages that the current period has reached because the amount, the percentages or the owners have changed. */
export const addMissingNotices = ({ db, companyId }: CompanyData) =>
  sql`
    select mcc.add_budget_notices(${companyId}::bigint, array(
      select row(balance.budget_id, null, balance.period_start, 0, balance.reserved + balance.committed)::mcc.budget_move
      from budgets budget
      join budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
        and coverage.revision = budget.revision
      cross join lateral tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
        (now() at time zone coalesce((select time_zone from company_configurations
          where company_id = ${companyId}), 'UTC'))::date) as span
      join budget_balances balance on balance.company_id = ${companyId} and balance.budget_id = budget.id
        and balance.period_start = span.first_day
      where budget.company_id = ${companyId} and budget.deleted_at is null))`.execute(db);

/**
 * One alert for each owner and percentage that was reached, shown in the portal and sent by e-mail. It belongs to the site
 * of the order that has reached it or, for an owner who may not see that site, to one that they see, if there is one. Owners who want no alerts get none.
 */
export const addBudgetAlerts = async ({ db, companyId }: CompanyData): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with reached as (
      update budget_notices set sent_at = now() where company_id = ${companyId} and sent_at is null
      returning budget_id, period_start, percent, order_id, content)
    insert into alerts (company_id, site_id, user_id, content, fired_for, channels)
    select ${companyId}::bigint, place.site_id, person.id, reached.content,
      'budget:' || reached.budget_id || ':' || reached.period_start || ':' || reached.percent || ':' || person.id,
      '{portal,email}'
    from reached
    join budget_owners owner on owner.company_id = ${companyId} and owner.budget_id = reached.budget_id
    join users person on person.company_id = ${companyId} and person.id = owner.user_id and person.deleted_at is null
      and person.disabled_at is null and person.alerts_enabled
    cross join lateral mcc.access_of(person) as access
    left join lateral (
      select sites.id as site_id from sites
      left join orders on orders.company_id = ${companyId} and orders.id = reached.order_id
      where sites.company_id = ${companyId} and (access.site_ids is null or sites.id = any(access.site_ids))
      order by sites.id = orders.site_id desc, sites.deleted_at is null desc, sites.id limit 1) as place on true
    order by reached.percent, person.id
    on conflict (company_id, fired_for) do nothing returning id`.execute(db);
  return rows.map(({ id }) => id);
};

export const companiesWithNotices = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from budget_notices where sent_at is null`.execute(db);
  return rows.map(({ company_id }) => company_id);
};
