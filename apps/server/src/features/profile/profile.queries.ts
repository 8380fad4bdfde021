import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export interface StoredProfile {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  enable_text_messages: boolean;
}

/** Platform admins have a profile too, so it is read by the user alone. */
export const findProfile = (db: Db, userId: number) =>
  db
    .selectFrom("users")
    .leftJoin("roles", "roles.id", "users.role_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.phone",
      "users.enable_text_messages",
      "users.is_company_admin",
      "users.is_mcc_admin",
      sql<boolean>`users.password_hash is not null`.as("has_password"),
      "roles.id as roleId",
      "roles.name as roleName",
      "companies.id as companyId",
      "companies.name as companyName",
      sql<boolean>`users.kept_by_directory and exists (select from directory_tokens token
        where token.company_id = users.company_id)`.as("kept_by_directory"),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();

/** Until the transaction ends, nobody else changes the user. */
export const lockProfile = (db: Db, userId: number) =>
  db.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();

export const setProfile = (db: Db, userId: number, changes: Partial<StoredProfile>) =>
  db
    .updateTable("users")
    .set({ ...changes, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();

/** Those that the policy of the company lets go on: one that it ends by time is ended with its next request. */
const openSessions = (db: Db, userId: number) =>
  db
    .selectFrom("sessions")
    .leftJoin("security_policies as policy", "policy.company_id", "sessions.company_id")
    .where("user_id", "=", userId)
    .where(sql<boolean>`mcc.is_open(sessions, policy)`)
    .where(sql<boolean>`mcc.may_sign_in_by(policy, sessions.user_id, sessions.method)`);

export const sessionsOf = (db: Db, userId: number) =>
  openSessions(db, userId)
    .select(["id", "user_agent", "address", "sessions.created_at", "last_used_at"])
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();

/** Ends one session of a user, or all but one, also those that the policy does not let go on; returns how many. */
export const endSessions = async (
  db: Db,
  userId: number,
  which: { readonly id: string } | { readonly allBut: string },
): Promise<number> => {
  const ended = await db
    .updateTable("sessions")
    .set({ ended_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("id", "id" in which ? "=" : "<>", "id" in which ? which.id : which.allBut)
    .returning("id")
    .execute();
  return ended.length;
};
