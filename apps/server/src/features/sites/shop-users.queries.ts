import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/**
 * Whether a user or a shop user of any company has this username, in capitals or not, or a user of the company one that
 * looks the same. A user's own name is not taken for them.
 */
export const usernameExists = async (
  { db }: Pick<CompanyScope, "db">,
  username: string,
  ofUser: number | null = null,
): Promise<boolean> => {
  const { rows } = await sql<{ exists: boolean }>`
    select tenant.username_taken(${username}, ${ofUser}) as exists`.execute(db);
  return rows[0]?.exists === true;
};

const named = ({ db, companyId }: CompanyScope, username: string) =>
  db
    .selectFrom("shop_users")
    .where("company_id", "=", companyId)
    .where(sql`lower(username)`, "=", username.toLowerCase());

/** A shop user of the company. */
export const findShopUser = (scope: CompanyScope, username: string) =>
  named(scope, username).select(["id", "username"]).executeTakeFirst();

interface ShopUserRow {
  readonly username: string;
  readonly email: string | null;
  readonly password_hash: string | null;
}

export const addShopUser = ({ db }: CompanyScope, row: ShopUserRow) =>
  db.insertInto("shop_users").values(row).execute();

export const setShopUser = ({ db, companyId }: CompanyScope, id: number, row: Partial<ShopUserRow>) =>
  db.updateTable("shop_users").set(row).where("company_id", "=", companyId).where("id", "=", id).execute();

/** Whether another site has this shop user. */
export const isSharedShopUser = async (
  { db, companyId }: CompanyScope,
  username: string,
  siteId: number,
): Promise<boolean> => {
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from sites where company_id = ${companyId} and deleted_at is null
      and lower(ecommerce_username) = lower(${username}) and id <> ${siteId}) as shared`.execute(db);
  return rows[0]?.shared === true;
};
