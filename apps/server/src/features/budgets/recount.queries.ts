import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { sitesCovered } from "./budgets.queries.ts";

/** The sites and days of a coverage, read once: with their values the planner finds the index for each part of a walk. */
export interface Coverage {
  readonly id: number;
  /** Null without a condition on them. */
  readonly sites: number[] | null;
  readonly from: string;
  readonly until: string;
}

export const findCoverage = async (
  { db, companyId }: CompanyData,
  id: number,
  revision: number,
): Promise<Coverage> => {
  const { rows } = await sql<Omit<Coverage, "id">>`
    select case when coverage.site_ids is not null or coverage.node_ids is not null
        then ${sitesCovered(companyId, "coverage")} end as sites,
      (coverage.starts_on::timestamp at time zone company.zone)::text as from,
      coalesce((case
        when coverage.period = 'custom' and coverage.repeats then null
        when coverage.repeats then coverage.ends_on
        else (select last_day from tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, false,
          coverage.starts_on)) end + 1)::timestamp at time zone company.zone, 'infinity')::text as until
    from budget_coverages coverage
    cross join (select coalesce((select time_zone from company_configurations
      where company_id = ${companyId}), 'UTC') as zone) as company
    where coverage.company_id = ${companyId} and coverage.budget_id = ${id} and coverage.revision = ${revision}`.execute(
    db,
  );
  return { id, ...(rows[0] ?? { sites: [], from: "infinity", until: "infinity" }) };
};

/** The orders that a coverage may have: all of its sites and days. */
const ordersOf = (companyId: number, { sites, from, until }: Coverage): Condition => sql`
  orders where orders.company_id = ${sql.lit(companyId)} and orders.order_date >= ${from}::timestamptz
    and orders.order_date < ${until}::timestamptz
    ${sites === null ? sql`` : sql`and orders.site_id = any(${sites}::bigint[])`}`;

/** How many orders there are to look at, up to a number. */
export const countOrders = async (
  { db, companyId }: CompanyData,
  coverage: Coverage,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from (select from ${ordersOf(companyId, coverage)} limit ${most}) as found)
      + (select count(*)::int from (select from budget_entries
          where company_id = ${companyId} and budget_id = ${coverage.id} limit ${most}) as known) as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** Where a walk over orders has come to. */
export interface Place {
  readonly date: string;
  readonly id: number;
}

/** The next orders that the coverage may have, by date. */
export const nextOrders = async (
  { db, companyId }: CompanyData,
  coverage: Coverage,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> => {
  const { date, id: last } = after ?? { date: "-infinity", id: 0 };
  const { rows } = await sql<Place>`
    select orders.id, orders.order_date::text as date from ${ordersOf(companyId, coverage)}
      and (orders.order_date, orders.id) > (${date}::timestamptz, ${last}::bigint)
    order by orders.order_date, orders.id limit ${limit}`.execute(db);
  return rows;
};

/** The orders that have entries, although the coverage cannot have them. */
export const ordersLeft = async ({ db, companyId }: CompanyData, coverage: Coverage): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from budget_entries where company_id = ${companyId} and budget_id = ${coverage.id} group by order_id
    except
    select orders.id from ${ordersOf(companyId, coverage)}`.execute(db);
  return rows.map(({ order_id }) => order_id);
};

export const moveOne = ({ db }: CompanyData, id: number, orderIds: readonly number[], actor: Recounter) =>
  sql`select tenant.move_budgets(${orderIds}::bigint[], '{}', ${actor.id}::bigint, ${actor.name}, ${id}::bigint)`.execute(
    db,
  );
export interface Recounter {
  readonly id: number | null;
  readonly name: string;
}

/** The computed coverage holds from now on. */
export const finishRecount = ({ db }: CompanyData, id: number) =>
  sql`select tenant.finish_recount(${id}::bigint)`.execute(db);

export const enterCompany = ({ db, companyId }: CompanyData) =>
  sql`select set_config('mcc.company_id', ${String(companyId)}, true)`.execute(db);

/** The revision that is to be computed, if there is one. */
export const findNext = async ({ db, companyId }: CompanyData, id: number): Promise<number | null> => {
  const { rows } = await sql<{ next_revision: number | null }>`
    select next_revision from budgets where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.next_revision ?? null;
};

export const reportRecount = (
  { db, companyId }: CompanyData,
  id: number,
  revision: number,
  progress: { readonly orders_read: number; readonly orders_found?: number },
) =>
  db
    .updateTable("budget_coverages")
    .set({ ...progress, reported_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("budget_id", "=", id)
    .where("revision", "=", revision)
    .execute();

/** The budget of a company whose recount is under way, or was interrupted; the one that was worked on last comes last. */
export const findUnfinished = async (db: Kysely<Tables>, companyId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select budget.id from budgets budget
    join budget_coverages next on next.company_id = ${companyId} and next.budget_id = budget.id
      and next.revision = budget.next_revision
    where budget.company_id = ${companyId} and budget.deleted_at is null
    order by next.reported_at, budget.id limit 1`.execute(db);
  return rows[0]?.id;
};

export const companiesToRecount = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from budgets where next_revision is not null and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ company_id }) => company_id);
};

/**
 * Budgets whose places have moved get the same coverage once more, to be computed. One whose coverage another transaction
 * exchanges meanwhile no longer fits the coverage that was read: it stays for the next time.
 */
export const renewStaleBudgets = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    with stale as (
      update budgets budget set is_stale = false, next_revision = budget.revision + 1
      from budget_coverages held
      where budget.is_stale and budget.next_revision is null and budget.deleted_at is null
        and held.company_id = budget.company_id and held.budget_id = budget.id and held.revision = budget.revision
      returning held.*)
    insert into budget_coverages (company_id, budget_id, revision, period, starts_on, ends_on, repeats, site_ids,
      node_ids, afe_number, field_name, field_value)
    select company_id, budget_id, revision + 1, period, starts_on, ends_on, repeats, site_ids, node_ids, afe_number,
      field_name, field_value
    from stale`.execute(db);
};
