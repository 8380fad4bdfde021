import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Window } from "../../platform/lists/list.ts";

const companyTypes = ({ db, companyId }: CompanyScope) =>
  db.selectFrom("site_types").where("company_id", "=", companyId).select(["id", "name"]);

export const siteTypeRows = (
  scope: CompanyScope,
  { limit, offset, descending }: Window & { readonly descending: boolean },
) =>
  companyTypes(scope)
    .select(sql<number>`count(*) over ()`.as("count"))
    .orderBy(naturalSort(sql.ref("name")), descending ? "desc" : "asc")
    .orderBy("id", descending ? "desc" : "asc")
    .limit(limit)
    .offset(offset)
    .execute();

export const findSiteType = (scope: CompanyScope, id: number) =>
  companyTypes(scope).where("id", "=", id).executeTakeFirst();

/** Until the transaction ends, nobody changes the type or gives it to a site. */
export const lockSiteType = (scope: CompanyScope, id: number) =>
  companyTypes(scope).where("id", "=", id).forUpdate().executeTakeFirst();

export const addSiteType = ({ db }: CompanyScope, name: string) =>
  db.insertInto("site_types").values({ name }).returning("id").executeTakeFirstOrThrow();

export const renameSiteType = ({ db, companyId }: CompanyScope, id: number, name: string) =>
  db
    .updateTable("site_types")
    .set({ name })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const countTypeSites = async ({ db, companyId }: CompanyScope, typeId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sites
    where company_id = ${companyId} and site_type_id = ${typeId} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Deleted sites are kept, and would otherwise still refer to it. */
export const deleteSiteType = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`update sites set site_type_id = null
    where company_id = ${companyId} and site_type_id = ${id} and deleted_at is not null`.execute(db);
  await db.deleteFrom("site_types").where("company_id", "=", companyId).where("id", "=", id).execute();
};
