import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";

export interface NamedId {
  readonly kind: "budgets" | "sites" | "nodes" | "role" | "owners";
  /** The name as it was given, in small letters. */
  readonly given: string;
  readonly id: number;
  readonly count: number;
}

type Names = Readonly<Record<NamedId["kind"], readonly string[]>>;

/** The records that have these names, in capitals or not; users have a username and an e-mail address. */
export const recordsNamed = async ({ db, companyId }: CompanyScope, names: Names): Promise<NamedId[]> => {
  const { rows } = await sql<NamedId>`
    with given as (
      select kind, lower(name) as name from (
        select 'budgets' as kind, unnest(${names.budgets}::text[]) as name
        union select 'sites', unnest(${names.sites}::text[])
        union select 'nodes', unnest(${names.nodes}::text[])
        union select 'role', unnest(${names.role}::text[])
        union select 'owners', unnest(${names.owners}::text[])) as named),
    known as (
      select 'budgets' as kind, id, lower(name) as name from budgets
      where company_id = ${companyId} and deleted_at is null
      union all
      select 'sites', id, lower(name) from sites where company_id = ${companyId} and deleted_at is null
      union all
      select 'nodes', id, lower(name) from organization_nodes where company_id = ${companyId}
      union all
      select 'role', id, lower(name) from roles where company_id = ${companyId}
      union all
      select 'owners', users.id, called.name from users
      cross join lateral (select lower(username) as name union select lower(email)) as called
      where company_id = ${companyId} and deleted_at is null)
    select given.kind, given.name as given, min(known.id) as id, count(*)::int as count
    from given join known on known.kind = given.kind and known.name = given.name
    group by 1, 2`.execute(db);
  return rows;
};

/** What a budget names, as cells of a spreadsheet have it. */
export const namesOfBudget = async (
  { db, companyId }: CompanyScope,
  ids: Readonly<Record<"sites" | "nodes" | "owners", readonly number[]>>,
): Promise<Readonly<Record<"sites" | "nodes" | "owners", string>>> => {
  const { rows } = await sql<Record<"sites" | "nodes" | "owners", string>>`
    select
      coalesce((select string_agg(name, '; ' order by name) from sites
        where company_id = ${companyId} and id = any(${ids.sites}::bigint[])), '') as sites,
      coalesce((select string_agg(name, '; ' order by name) from organization_nodes
        where company_id = ${companyId} and id = any(${ids.nodes}::bigint[])), '') as nodes,
      coalesce((select string_agg(username, '; ' order by username) from users
        where company_id = ${companyId} and id = any(${ids.owners}::bigint[])), '') as owners`.execute(db);
  return rows[0] ?? { sites: "", nodes: "", owners: "" };
};

export interface UndoneRow {
  readonly budget_id: number;
  readonly name: string;
  readonly outcome: "created" | "updated";
  readonly before: object | null;
  readonly after: object;
  readonly is_gone: boolean;
}

/** What an import did with budgets, last first. */
export const budgetsOfImport = async ({ db, companyId }: CompanyScope, id: string): Promise<UndoneRow[]> => {
  const { rows } = await sql<UndoneRow>`
    select saved.budget_id, budget.name, saved.outcome, saved.before, saved.after,
      budget.deleted_at is not null as is_gone
    from import_rows saved join budgets budget on budget.company_id = ${companyId} and budget.id = saved.budget_id
    where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid
      and saved.outcome in ('created', 'updated')
    order by saved.id desc`.execute(db);
  return rows;
};
