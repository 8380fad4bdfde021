import { type Insertable, sql, type Updateable } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { allConditions, type Window } from "../../platform/lists/list.ts";
import { visibleSites } from "./site-users.queries.ts";

/** Until the transaction ends, nobody else changes or deletes the site. */
export const lockSite = async ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("sites")
    .select([
      ...(["name", "location_name", "division", "business_unit", "region"] as const),
      ...(["ecommerce_username", "ecommerce_user_email", "site_type_id", "warehouse_id", "node_id"] as const),
      ...(["enable_analytics", "buyout_site"] as const),
    ])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
export type StoredSite = NonNullable<Awaited<ReturnType<typeof lockSite>>>;

export const addSite = async ({ db }: CompanyScope, row: Insertable<Tables["sites"]>): Promise<number> =>
  (await db.insertInto("sites").values(row).returning("id").executeTakeFirstOrThrow()).id;

export const setSite = ({ db, companyId }: CompanyScope, id: number, changes: Updateable<Tables["sites"]>) =>
  db
    .updateTable("sites")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const markSiteDeleted = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .updateTable("sites")
    .set({ deleted_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const siteNameExists = async ({ db, companyId }: CompanyScope, name: string): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from sites where company_id = ${companyId} and deleted_at is null
      and lower(name) = lower(${name})) as exists`.execute(db);
  return rows[0]?.exists === true;
};

export const countSites = async (scope: CompanyScope): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sites where ${allConditions(visibleSites(scope))}`.execute(scope.db);
  return rows[0]?.count ?? 0;
};

/** Whether a warehouse of the company can be chosen; undefined where it has none of this id. */
export const isActiveWarehouse = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<boolean | undefined> =>
  (
    await db
      .selectFrom("warehouses")
      .select("active")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .forKeyShare()
      .executeTakeFirst()
  )?.active;

export const siteTypeName = async (
  { db, companyId }: CompanyScope,
  id: number | null,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("site_types")
      .select("name")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst()
  )?.name;

export const warehouseRows = ({ db, companyId }: CompanyScope, { limit, offset }: Window) =>
  db
    .selectFrom("warehouses")
    .where("active", "=", true)
    .select(["id", "name", sql<number>`count(*) over ()`.as("count")])
    .where("company_id", "=", companyId)
    .orderBy(naturalSort(sql.ref("name")))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
