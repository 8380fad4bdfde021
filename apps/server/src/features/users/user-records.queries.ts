import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { withPolicy } from "./policies.queries.ts";
import { FROM_USERS, type UserRecord, withSites } from "./users.list.ts";

export const findUser = async (
  scope: CompanyScope,
  id: number,
  allSites = false,
): Promise<UserRecord | undefined> => {
  const fields = withSites(scope, allSites);
  const { rows } =
    await sql<UserRecord>`select ${allSites ? withPolicy(scope, fields) : fields} from ${FROM_USERS}
    where users.company_id = ${scope.companyId} and users.id = ${id} and users.deleted_at is null`.execute(
      scope.db,
    );
  return rows[0];
};

/** What forms set; a password is stored as its hash. */
export interface StoredUser {
  username: string;
  ecommerce_username: string;
  first_name: string;
  last_name: string;
  email: string;
  role_id: number | null;
  node_id: number | null;
  enable_analytics: boolean;
  alerts_enabled: boolean;
  enable_text_messages: boolean;
  phone: string | null;
}

const STORED = [
  "username",
  "first_name",
  "last_name",
  "email",
  "role_id",
  "node_id",
  "enable_analytics",
  "alerts_enabled",
  "enable_text_messages",
  "phone",
] as const satisfies (keyof StoredUser)[];

/** Until the transaction ends, nobody changes the user, signs in as them or sets their password. */
export const lockUser = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("users")
    .select(["id", "is_company_admin", ...STORED])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whether a role is there; it stays until the transaction ends. */
export const lockRole = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("roles")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();

export const lockNode = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("organization_nodes")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();

export const addUser = ({ db }: CompanyScope, user: StoredUser & { password_hash: string | null }) =>
  db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();

export const setUser = (
  { db, companyId }: CompanyScope,
  id: number,
  changes: Partial<StoredUser & { password_hash: string; is_company_admin: boolean }>,
) =>
  db
    .updateTable("users")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** The row stays: orders, approvals and alerts name the user. */
export const markDeleted = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .updateTable("users")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** Whether the company has another admin who can sign in. */
export const hasOtherAdmin = async ({ db, companyId }: CompanyScope, id: number): Promise<boolean> => {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from users where company_id = ${companyId}
    and is_company_admin and deleted_at is null and disabled_at is null and id <> ${id}) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
};
