import type { Administrator } from "@mcc/contract/companies/administrators.schema.ts";
import { type Insertable, type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

type AdministratorRecord = Omit<Administrator, "invited_at" | "last_login"> &
  Record<"invited_at" | "last_login", Date | null>;

/** More than anyone has. */
const MOST = 1_000;

/** Only the platform reads the links that set passwords. */
export const administratorRows = async (
  db: Kysely<Tables>,
  companyId: number,
  userId: number | null = null,
): Promise<AdministratorRecord[]> => {
  const { rows } = await sql<AdministratorRecord>`
    select users.id, first_name, last_name, email, username, last_login, link.created_at as invited_at,
      case when password_hash is not null then 'Active' when link.is_open then 'Invited' else 'Expired' end as state
    from users left join lateral (
      select created_at, used_at is null and expires_at > now() as is_open from password_links
      where user_id = users.id and purpose = 'invitation' order by created_at desc limit 1) as link on true
    where company_id = ${companyId} and is_company_admin and deleted_at is null
      and (${userId}::bigint is null or users.id = ${userId})
    order by lower(last_name), lower(first_name), users.id limit ${MOST}`.execute(db);
  return rows;
};

/** Until the transaction ends, nobody changes the administrator or sets their password. */
export const lockAdministrator = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("users")
    .select(["id", "first_name", "username", "email", "password_hash"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("is_company_admin", "=", true)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const addAdministrator = (
  { db }: CompanyScope,
  user: Pick<Insertable<Tables["users"]>, "username" | "first_name" | "last_name" | "email">,
) =>
  db
    .insertInto("users")
    .values({ ...user, ecommerce_username: user.username, is_company_admin: true })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Whether another administrator can sign in. */
export const hasOtherAdministrator = async ({ db, companyId }: CompanyScope, id: number): Promise<boolean> =>
  (await db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "<>", id)
    .where("is_company_admin", "=", true)
    .where("password_hash", "is not", null)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
