import { type Insertable, type Kysely, sql, type Updateable } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** What platform admins see of a company. */
export const SHOWN = [
  ...["id", "name", "website", "mcc_host", "ecommerce_url", "slug_name", "logo", "label", "closed_at"],
  "delete_after",
] as const satisfies (keyof Tables["companies"])[];
const KEPT = [...SHOWN, "short_name"] as const;

export const findCompany = (db: Db, id: number) =>
  db.selectFrom("companies").select(SHOWN).where("id", "=", id).executeTakeFirst();

/** Until the transaction ends, nobody else changes the company. */
export const lockCompany = (db: Db, id: number) =>
  db.selectFrom("companies").select(KEPT).where("id", "=", id).forUpdate().executeTakeFirst();

/** Which of these theme ids another company has. */
export const takenThemeIds = async (
  db: Db,
  themeIds: readonly string[],
  companyId: number | undefined,
): Promise<(string | null)[]> => {
  const rows = await db
    .selectFrom("companies")
    .select("theme_id")
    .where("theme_id", "in", themeIds)
    .where("id", "is distinct from", companyId ?? null)
    .execute();
  return rows.map(({ theme_id }) => theme_id);
};

export const addCompany = (db: Db, company: Insertable<Tables["companies"]>) =>
  db.insertInto("companies").values(company).returning("id").executeTakeFirstOrThrow();

export const setCompany = (db: Db, id: number, changes: Updateable<Tables["companies"]>) =>
  db
    .updateTable("companies")
    .set({ ...changes, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();

/** What a site needs, and what no page of the company creates. */
export const addFirstRecords = async (
  db: Db,
  company_id: number,
  { siteType, warehouse }: { readonly siteType: string; readonly warehouse: string },
): Promise<void> => {
  await db.insertInto("site_types").values({ company_id, name: siteType }).execute();
  await db.insertInto("warehouses").values({ company_id, name: warehouse }).execute();
};
