import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { allConditions, type Condition, contains, type Window } from "../../platform/lists/list.ts";

interface Wanted extends Window {
  readonly search?: string;
}

/** The rows of a table that have no node, by name. */
const unassignedRows = async <Row>(
  { db, companyId }: CompanyScope,
  table: "sites" | "users",
  { name, fields }: { readonly name: Condition; readonly fields: Condition },
  { limit, offset, search }: Wanted,
) => {
  const conditions = allConditions([
    sql`company_id = ${companyId} and node_id is null and deleted_at is null`,
    ...(search ? [contains(name, search)] : []),
  ]);
  const { rows } = await sql<Row & { count: number }>`
    select ${fields}, count(*) over ()::int as count from ${sql.table(table)} where ${conditions}
    order by ${naturalSort(name)}, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

export const unassignedSiteRows = (scope: CompanyScope, wanted: Wanted) =>
  unassignedRows<{ id: number; name: string }>(
    scope,
    "sites",
    { name: sql`name`, fields: sql`id, name` },
    wanted,
  );

interface Person {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
}

export const unassignedUserRows = (scope: CompanyScope, wanted: Wanted) =>
  unassignedRows<Person>(
    scope,
    "users",
    {
      name: sql`first_name || ' ' || last_name || ' ' || username`,
      fields: sql`id, username, first_name, last_name`,
    },
    wanted,
  );
