import type { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";

/** Checkout fields are looked for in so many of the newest orders. */
const RECENT_ORDERS = sql.lit(2_000);

/** A budget whose first day is known. */
export type CheckedBudget = NewBudget & { readonly starts_on: string };

interface Known {
  readonly sites: number;
  readonly nodes: number;
  readonly role: boolean;
  readonly owners: number;
  readonly has_field: boolean;
  /** A chosen node below another one, by their names. */
  readonly overlap: { below: string; above: string } | null;
  readonly has_site: boolean;
  readonly is_over: boolean;
  readonly today: string;
}

/** What there is of what a budget names. Until the transaction ends, its role and its nodes stay. */
export const findNamed = async ({ db, companyId }: CompanyData, given: CheckedBudget): Promise<Known> => {
  const { sites, nodes, role = null, owners, field, period, starts_on, ends_on = null, repeats } = given;
  await sql`select from roles where company_id = ${companyId} and id = ${role} for key share`.execute(db);
  await sql`select from organization_nodes where company_id = ${companyId} and id = any(${nodes}::bigint[])
    order by id for key share`.execute(db);
  const { rows } = await sql<Known>`
    with recursive below as (
      select id as start, id from organization_nodes where company_id = ${companyId} and id = any(${nodes}::bigint[])
      union all
      select below.start, child.id from organization_nodes child join below on child.parent_id = below.id
      where child.company_id = ${companyId}),
    today as (select (now() at time zone coalesce((select time_zone from company_configurations
      where company_id = ${companyId}), 'UTC'))::date as today)
    select today.today::text,
      (select count(*)::int from sites where company_id = ${companyId} and id = any(${sites}::bigint[])
        and deleted_at is null) as sites,
      (select count(*)::int from organization_nodes where company_id = ${companyId}
        and id = any(${nodes}::bigint[])) as nodes,
      exists (select from roles where company_id = ${companyId} and id = ${role}) as role,
      (select count(*)::int from users where company_id = ${companyId} and id = any(${owners}::bigint[])
        and deleted_at is null) as owners,
      (select json_build_object('below', child.name, 'above', parent.name) from below
        join organization_nodes child on child.company_id = ${companyId} and child.id = below.id
        join organization_nodes parent on parent.company_id = ${companyId} and parent.id = below.start
        where below.id <> below.start and below.id = any(${nodes}::bigint[]) limit 1) as overlap,
      exists (select from sites where company_id = ${companyId} and id = any(${sites}::bigint[])
        and node_id in (select id from below)) as has_site,
      ${field?.name ?? null}::text is null or exists (select from (
        select custom_checkout_data from orders where company_id = ${companyId}
        order by order_date desc, id desc limit ${RECENT_ORDERS}) as recent
        where recent.custom_checkout_data ? ${field?.name ?? ""}::text) as has_field,
      (select last_day < today.today from tenant.current_budget_period(${period}, ${starts_on}::date,
        ${ends_on}::date, ${repeats}, today.today)) as is_over
    from today`.execute(db);
  return rows[0] as Known;
};

/** The checkout fields of recent orders, most used first, with their most frequent values. */
export const recentFields = async ({
  db,
  companyId,
}: CompanyData): Promise<{ name: string; values: string[] }[]> => {
  const { rows } = await sql<{ name: string; values: string[] }>`
    with recent as materialized (
      select custom_checkout_data from orders where company_id = ${companyId}
      order by order_date desc, id desc limit ${RECENT_ORDERS}),
    used as (
      select trim(field.key) as name, trim(field.value) as value, count(*) as times
      from recent cross join lateral jsonb_each_text(recent.custom_checkout_data) as field
      where trim(field.value) <> '' group by 1, 2),
    ranked as (
      select *, row_number() over (partition by name order by times desc, value) as place,
        sum(times) over (partition by name) as all_times from used)
    select name, array_agg(value order by place) as values from ranked where place <= 20
    group by name order by max(all_times) desc, name limit 50`.execute(db);
  return rows;
};
