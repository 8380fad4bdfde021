import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import type { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { sql } from "kysely";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName } from "../../platform/db/person-fields.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";
import type { CheckedBudget } from "./budget-checks.queries.ts";

/** Until the transaction ends, no order moves a budget of the company. */
export const lockCoverages = ({ db, companyId }: CompanyData) => takeLock(db, "coverages", companyId);

export const todayOf = (companyId: number): Condition => sql`(now() at time zone coalesce(
  (select time_zone from company_configurations where company_id = ${companyId}), 'UTC'))::date`;

export const findToday = async ({ db, companyId }: CompanyData): Promise<string> => {
  const { rows } = await sql<{ today: string }>`select ${todayOf(companyId)}::text as today`.execute(db);
  return rows[0]?.today ?? "";
};

/** Nodes and everything below them. */
export const nodesBelow = (companyId: number, nodeIds: Condition): Condition => sql`
  with recursive below as (
    select id from organization_nodes where company_id = ${companyId} and id = any(${nodeIds})
    union all
    select child.id from organization_nodes child join below on child.parent_id = below.id
    where child.company_id = ${companyId})
  select id from below`;

/** The sites whose orders a coverage may have. */
export const sitesCovered = (companyId: number, coverage: string): Condition => {
  const [sites, nodes] = [sql.ref(`${coverage}.site_ids`), sql.ref(`${coverage}.node_ids`)];
  return sql`array(select site.id from sites site where site.company_id = ${companyId}
    and (${sites} is null or site.id = any(${sites}))
    and (${nodes} is null or site.node_id in (${nodesBelow(companyId, nodes)})))`;
};

export interface BudgetRecord {
  readonly id: number;
  readonly name: string;
  readonly amount: string;
  readonly period: NewBudget["period"];
  readonly starts_on: string;
  readonly ends_on: string | null;
  readonly repeats: boolean;
  readonly sites: number[];
  readonly nodes: number[];
  readonly place_names: string[];
  readonly afe_number: string | null;
  readonly field_name: string | null;
  readonly field_value: string | null;
  readonly beyond: NewBudget["beyond"];
  readonly role: { id: number; name: string } | null;
  readonly owners: { id: number; name: string }[];
  readonly tell_at: number[];
  readonly revision: number;
  readonly next_revision: number | null;
  readonly orders_read: number;
  readonly orders_found: number | null;
  /** No process computes it any more: budgets of a company are computed one after the other, and none has reported. */
  readonly is_lost: boolean;
  /** Places have moved, or the time zone: it is about to be computed again. */
  readonly is_stale: boolean;
  readonly today: string;
  readonly period_starts_on: string;
  readonly period_ends_on: string;
  readonly period_label: string;
  readonly reserved: string;
  readonly committed: string;
  readonly left: string;
  /** What orders of later days than today use of it. */
  readonly ahead: string;
  readonly sees_totals: boolean;
}

/**
 * Which budgets a user sees, and of which the totals: owners, and users who see every site that one covers. A filter by
 * site or node finds nothing by what the user does not see.
 */
const seenBy = ({ companyId, who, siteIds }: CompanyScope) => {
  const isOwner = sql`exists (select from budget_owners owner where owner.company_id = ${companyId}
    and owner.budget_id = budget.id and owner.user_id = ${who.id})`;
  const coversSite = (site: number) => sql`${site}::bigint = any(covered.sites)`;
  const coversBelow = (node: number) => sql`covered.sites && array(select id from sites
    where company_id = ${companyId} and node_id in (${nodesBelow(companyId, sql`array[${node}::bigint]`)})
    ${siteIds === "all" ? sql`` : sql`and id = any(${siteIds}::bigint[])`})`;
  if (siteIds === "all")
    return {
      ...{ isSeen: sql`true`, totals: sql`true`, sites: sql`coverage.site_ids`, coversSite },
      coversNode: (node: number) => sql`(${node}::bigint = any(coverage.node_ids) or ${coversBelow(node)})`,
    };
  const own = sql`${siteIds}::bigint[]`;
  return {
    isSeen: sql`(${isOwner} or covered.sites && ${own})`,
    totals: sql`(${isOwner} or covered.sites <@ ${own})`,
    sites: sql`array(select unnest(coverage.site_ids) intersect select unnest(${own}))`,
    coversSite: (site: number) => sql`(${site}::bigint = any(${own}) and ${coversSite(site)})`,
    coversNode: coversBelow,
  };
};

interface Which {
  readonly id?: number;
  readonly site?: number;
  readonly node?: number;
  readonly descending?: boolean;
  readonly limit?: number;
  readonly offset?: number;
}

/** The coverage that holds; of a new budget, the one that is being computed. */
export const coverageOf = (companyId: number): Condition => sql`
  budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
    and coverage.revision = greatest(budget.revision, 1)`;

export const budgetRows = async (
  scope: CompanyScope,
  { id, site, node, descending, limit = 1, offset = 0 }: Which,
): Promise<(BudgetRecord & { count: number })[]> => {
  const { db, companyId } = scope;
  const { isSeen, totals, sites, coversSite, coversNode } = seenBy(scope);
  const direction = descending ? sql`desc` : sql`asc`;
  const which = [
    sql`budget.company_id = ${companyId} and budget.deleted_at is null`,
    isSeen,
    ...(id === undefined ? [] : [sql`budget.id = ${id}`]),
    ...(site === undefined ? [] : [coversSite(site)]),
    ...(node === undefined ? [] : [coversNode(node)]),
  ];
  const { rows } = await sql<BudgetRecord & { count: number }>`
    select count(*) over () as count, budget.id, budget.name, budget.amount, coverage.period,
      coverage.starts_on::text, coverage.ends_on::text, coverage.repeats,
      coalesce(${sites}, '{}') as sites, coalesce(coverage.node_ids, '{}') as nodes,
      array(select name from (
        select name, 0 as kind, id from organization_nodes
        where company_id = ${companyId} and id = any(coverage.node_ids)
        union all
        select name || case when deleted_at is null then '' else ' (deleted)' end, 1, id from sites
        where company_id = ${companyId} and id = any(${sites})) as place
        order by kind, ${naturalSort(sql`name`)}, id limit 3) as place_names,
      coverage.afe_number, coverage.field_name, coverage.field_value, budget.beyond, budget.tell_at,
      (select json_build_object('id', id, 'name', name) from roles
        where company_id = ${companyId} and id = budget.role_id) as role,
      coalesce((select json_agg(json_build_object('id', person.id, 'name', ${personName})
          order by ${naturalSort(personName)}, person.id)
        from budget_owners owner join users person on person.company_id = ${companyId} and person.id = owner.user_id
          and person.deleted_at is null
        where owner.company_id = ${companyId} and owner.budget_id = budget.id), '[]') as owners,
      budget.revision, budget.next_revision, coalesce(next.orders_read, 0) as orders_read, next.orders_found,
      budget.next_revision is not null and not exists (select from budget_coverages counted
        where counted.company_id = ${companyId} and counted.reported_at >= now() - interval '10 minutes') as is_lost,
      budget.is_stale,
      today.today::text, span.first_day::text as period_starts_on, span.last_day::text as period_ends_on,
      tenant.budget_period_label(coverage.period, span.first_day, span.last_day, true) as period_label,
      coalesce(balance.reserved, 0.00) as reserved, coalesce(balance.committed, 0.00) as committed,
      budget.amount - coalesce(balance.reserved + balance.committed, 0) as left,
      coalesce((select sum(entry.reserved + entry.committed) from budget_entries entry
        where entry.company_id = ${companyId} and entry.budget_id = budget.id and entry.period_start = span.first_day
          and entry.revision <= budget.revision and entry.day > today.today
          and entry.day > (entry.moment at time zone 'UTC')::date), 0.00) as ahead,
      ${totals} as sees_totals
    from budgets budget
    join ${coverageOf(companyId)}
    left join budget_coverages next on next.company_id = ${companyId} and next.budget_id = budget.id
      and next.revision = budget.next_revision
    cross join (select ${todayOf(companyId)} as today) as today
    cross join lateral tenant.current_budget_period(coverage.period, coverage.starts_on, coverage.ends_on,
      coverage.repeats, today.today) as span
    left join budget_balances balance on balance.company_id = ${companyId} and balance.budget_id = budget.id
      and balance.period_start = span.first_day
    cross join lateral (select ${sitesCovered(companyId, "coverage")} as sites offset 0) as covered
    where ${allConditions(which)}
    order by ${naturalSort(sql`budget.name`)} ${direction}, budget.id ${direction}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

/** The ids of the budgets that the user may see, without reading what they cover, or of those with their totals. */
export const budgetsSeen = (scope: CompanyScope, seen: "isSeen" | "totals"): Condition => sql`
  select budget.id from budgets budget join ${coverageOf(scope.companyId)}
  cross join lateral (select ${sitesCovered(scope.companyId, "coverage")} as sites offset 0) as covered
  where budget.company_id = ${scope.companyId} and budget.deleted_at is null and ${seenBy(scope)[seen]}`;

export const isBudgetSeen = async (scope: CompanyScope, id: number): Promise<boolean> => {
  const { rows } = await sql`${budgetsSeen(scope, "isSeen")} and budget.id = ${id}`.execute(scope.db);
  return rows.length > 0;
};

/** Until the transaction ends, nobody else changes the budget. */
export const lockBudget = async ({ db, companyId }: CompanyData, id: number): Promise<boolean> => {
  const { rows } = await sql`select from budgets
    where company_id = ${companyId} and id = ${id} and deleted_at is null for update`.execute(db);
  return rows.length > 0;
};

const uniqueName = { index: "budgets_name", field: "name", message: budgetMessages.nameTaken };

const fieldsOf = ({ name, amount, beyond, role, tell_at }: NewBudget) => ({
  name,
  amount,
  beyond,
  role_id: role ?? null,
  tell_at,
});

export const addBudget = async ({ db }: CompanyData, given: NewBudget): Promise<number> => {
  const added = db.insertInto("budgets").values(fieldsOf(given)).returning("id").executeTakeFirstOrThrow();
  return (await writeUnique(added, uniqueName)).id;
};

export const updateBudget = ({ db, companyId }: CompanyData, id: number, given: NewBudget) =>
  writeUnique(
    db
      .updateTable("budgets")
      .set(fieldsOf(given))
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute(),
    uniqueName,
  );

/** Its entries stay, and its role is free. */
export const deleteBudget = ({ db, companyId }: CompanyData, id: number) =>
  sql`update budgets set deleted_at = now(), beyond = 'tell', role_id = null, next_revision = null
    where company_id = ${companyId} and id = ${id}`.execute(db);

const idsOrNull = (ids: readonly number[]): readonly number[] | null => (ids.length > 0 ? ids : null);

/** The coverage that is to be computed. */
export const addCoverage = async (
  { db, companyId }: CompanyData,
  id: number,
  revision: number,
  given: CheckedBudget,
): Promise<void> => {
  await sql`
    insert into budget_coverages (budget_id, revision, period, starts_on, ends_on, repeats, site_ids, node_ids,
      afe_number, field_name, field_value)
    values (${id}, ${revision}, ${given.period}, ${given.starts_on}, ${given.ends_on ?? null}, ${given.repeats},
      ${idsOrNull(given.sites)}::bigint[], ${idsOrNull(given.nodes)}::bigint[], ${given.afe_number ?? null},
      ${given.field?.name ?? null}, ${given.field?.value ?? null})`.execute(db);
  await sql`update budgets set next_revision = ${revision}
    where company_id = ${companyId} and id = ${id} and next_revision is distinct from ${revision}`.execute(
    db,
  );
};

export const setOwners = async (
  { db, companyId }: CompanyData,
  id: number,
  owners: readonly number[],
): Promise<void> => {
  await sql`delete from budget_owners
    where company_id = ${companyId} and budget_id = ${id} and user_id <> all(${owners})`.execute(db);
  await sql`insert into budget_owners (budget_id, user_id) select ${id}, unnest(${owners}::bigint[])
    on conflict do nothing`.execute(db);
};

export const hasOpenSteps = async ({ db, companyId }: CompanyData, id: number): Promise<boolean> => {
  const { rows } = await sql`select from order_steps
    where company_id = ${companyId} and budget_id = ${id} and state = 'open' limit 1`.execute(db);
  return rows.length > 0;
};

export const isRoleOfBudget = async ({ db, companyId }: CompanyData, roleId: number): Promise<boolean> => {
  const { rows } = await sql`select from budgets
    where company_id = ${companyId} and role_id = ${roleId} and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
};

/** The names of budgets that are not over, also of those whose coverage is being computed. */
export const budgetsOfNode = async ({ db, companyId }: CompanyData, nodeId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select distinct budget.name from budgets budget
    join budget_coverages coverage on coverage.company_id = ${companyId} and coverage.budget_id = budget.id
      and coverage.revision in (budget.revision, budget.next_revision)
    cross join lateral tenant.current_budget_period(coverage.period, coverage.starts_on, coverage.ends_on,
      coverage.repeats, ${todayOf(companyId)}) as span
    where budget.company_id = ${companyId} and budget.deleted_at is null
      and ${nodeId}::bigint = any(coverage.node_ids) and span.last_day >= ${todayOf(companyId)}
    order by budget.name`.execute(db);
  return rows.map(({ name }) => name);
};
