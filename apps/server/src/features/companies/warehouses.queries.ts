import { type Kysely, sql } from "kysely";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** By name; `id` is of one of them. */
export const warehouseRows = (db: Db, companyId: number, id?: number) => {
  const rows = db
    .selectFrom("warehouses")
    .select(({ selectFrom }) => [
      ...(["id", "name", "active"] as const),
      selectFrom("sites")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("sites.company_id", "=", "warehouses.company_id")
        .whereRef("sites.warehouse_id", "=", "warehouses.id")
        .where("sites.deleted_at", "is", null)
        .as("sites"),
    ])
    .where("company_id", "=", companyId)
    .orderBy(naturalSort(sql.ref("name")))
    .orderBy("id");
  return (id === undefined ? rows : rows.where("id", "=", id)).execute();
};

/** All of a company: which of them is the last active one is decided once at a time. */
export const lockWarehouses = (db: Db, companyId: number) =>
  db
    .selectFrom("warehouses")
    .select(["id", "active"])
    .where("company_id", "=", companyId)
    .orderBy("id")
    .forUpdate()
    .execute();

export const addWarehouse = (db: Db, company_id: number, name: string) =>
  db.insertInto("warehouses").values({ company_id, name }).returning("id").executeTakeFirstOrThrow();

export const setWarehouse = (
  db: Db,
  companyId: number,
  id: number,
  changes: { readonly name: string; readonly active: boolean },
) =>
  db
    .updateTable("warehouses")
    .set(changes)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
