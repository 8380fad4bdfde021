import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

export const findPreference = ({ db, who }: CompanyScope, key: string) =>
  db
    .selectFrom("user_preferences")
    .select("value")
    .where("user_id", "=", who.id)
    .where("key", "=", key)
    .executeTakeFirst();

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
