import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;
type Table = Tables["company_configurations"];

/** Works for the platform and for a company that was entered. */
export const findConfiguration = (db: Db, companyId: number) =>
  db
    .selectFrom("company_configurations")
    .select([
      "company_id as id",
      "company_id as company",
      "catalogs",
      "tenant_group",
      "customer_erp_identifier",
      "has_order_tracking",
      "has_order_approval",
      "has_company_hierarchy",
      "has_location_name_required",
      "has_trigger_rule_weekday_disabled",
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

/** Returns whether there was none. */
export const addConfiguration = async (db: Db, row: Insertable<Table>): Promise<boolean> =>
  (await db
    .insertInto("company_configurations")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("company_id")
    .executeTakeFirst()) !== undefined;

export const setConfiguration = (db: Db, companyId: number, changes: Updateable<Table>) =>
  db
    .updateTable("company_configurations")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .execute();
