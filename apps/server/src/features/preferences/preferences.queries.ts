import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

export const findPreference = ({ db, who }: CompanyScope, key: string) =>
  db
    .selectFrom("user_preferences")
    .select("value")
    .where("user_id", "=", who.id)
    .where("key", "=", key)
    .executeTakeFirst();

/** Serializes two writes at once, so that each is measured. */
export const lockPreferences = ({ db, who }: CompanyScope) =>
  db.selectFrom("users").select("id").where("id", "=", who.id).forNoKeyUpdate().execute();

export const measurePreferences = async ({ db, who }: CompanyScope) => {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(key) + octet_length(value::text)), 0)::int as bytes
    from user_preferences where user_id = ${who.id}`.execute(db);
  return rows[0] as { count: number; bytes: number };
};

export const putPreference = ({ db, who }: CompanyScope, key: string, value: readonly string[]) =>
  db
    .insertInto("user_preferences")
    .values({ user_id: who.id, key, value: JSON.stringify(value) })
    .onConflict((clash) =>
      clash.columns(["company_id", "user_id", "key"]).doUpdateSet((row) => ({
        value: row.ref("excluded.value"),
        updated_at: sql`now()`,
      })),
    )
    .execute();
