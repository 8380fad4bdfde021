import { type Insertable, sql, type Updateable } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** Until the transaction ends, no other node of the company gets another parent. */
export const lockTree = ({ db, companyId }: CompanyScope) => takeLock(db, "tree", companyId);

/** Until the transaction ends, nobody changes or deletes the node, or puts a site or a user there. */
export const lockNode = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("organization_nodes")
    .select(["id", "parent_id"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const hasRoot = async ({ db, companyId }: CompanyScope): Promise<boolean> =>
  (await db
    .selectFrom("organization_nodes")
    .select("id")
    .where("company_id", "=", companyId)
    .where("parent_id", "is", null)
    .executeTakeFirst()) !== undefined;

/** Whether a node is another one, or is below it. */
export const isAtOrBelow = async (
  { db, companyId }: CompanyScope,
  id: number,
  other: number,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above as (
      select id, parent_id from organization_nodes where company_id = ${companyId} and id = ${id}
      union all
      select node.id, node.parent_id
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)
    select exists (select from above where id = ${other}) as found`.execute(db);
  return rows[0]?.found === true;
};

export const addNode = async (
  { db }: CompanyScope,
  row: Insertable<Tables["organization_nodes"]>,
): Promise<number> =>
  (await db.insertInto("organization_nodes").values(row).returning("id").executeTakeFirstOrThrow()).id;

export const setNode = (
  { db, companyId }: CompanyScope,
  id: number,
  changes: Updateable<Tables["organization_nodes"]>,
) =>
  db
    .updateTable("organization_nodes")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** Deleted sites and users are kept, and would otherwise still refer to it. */
export const deleteNode = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  for (const table of ["sites", "users"] as const)
    await sql`update ${sql.table(table)} set node_id = null
      where company_id = ${companyId} and node_id = ${id} and deleted_at is not null`.execute(db);
  await db
    .deleteFrom("organization_nodes")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
};

/** Puts sites or users without a node at one. Returns how many of these there were. */
export const assignToNode = async (
  { db, companyId }: CompanyScope,
  table: "sites" | "users",
  nodeId: number,
  ids: readonly number[],
): Promise<number> => {
  const { rows } = await sql`
    update ${sql.table(table)} set node_id = ${nodeId}, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}) and node_id is null and deleted_at is null
    returning id`.execute(db);
  return rows.length;
};
