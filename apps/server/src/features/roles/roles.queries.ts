import type { RoleChanges } from "@mcc/contract/roles/roles.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

const companyRoles = ({ db, companyId }: CompanyScope) =>
  db
    .selectFrom("roles")
    .where("company_id", "=", companyId)
    .select([
      "id",
      "name",
      "can_impersonate",
      "can_view_order_tracking",
      sql<boolean>`exists (select from approval_rules
        where company_id = ${companyId} and role_id = roles.id)`.as("has_approval_rule"),
    ]);

export const roleRows = (
  scope: CompanyScope,
  { limit, offset, descending }: { limit: number; offset: number; descending: boolean },
) =>
  companyRoles(scope)
    .select(sql<number>`count(*) over ()`.as("count"))
    .orderBy(naturalSort(sql.ref("name")), descending ? "desc" : "asc")
    .orderBy("id", descending ? "desc" : "asc")
    .limit(limit)
    .offset(offset)
    .execute();

export const findRole = (scope: CompanyScope, id: number) =>
  companyRoles(scope).where("id", "=", id).executeTakeFirst();

/** Until the transaction ends, nobody changes the role or gives it to a user. */
export const lockRole = (scope: CompanyScope, id: number) =>
  companyRoles(scope).where("id", "=", id).forUpdate().executeTakeFirst();

export const addRole = ({ db }: CompanyScope, name: string) =>
  db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();

export const setRole = ({ db, companyId }: CompanyScope, id: number, changes: RoleChanges) =>
  db
    .updateTable("roles")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const countRoleUsers = async ({ db, companyId }: CompanyScope, roleId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users
    where company_id = ${companyId} and role_id = ${roleId} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Deleted users are kept, and would otherwise still refer to it. */
export const deleteRole = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`update users set role_id = null
    where company_id = ${companyId} and role_id = ${id} and deleted_at is not null`.execute(db);
  await db.deleteFrom("roles").where("company_id", "=", companyId).where("id", "=", id).execute();
};
