import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** The key a page shows to our own theme service; it opens nothing else. */
export const findThemeKey = (db: Kysely<Tables>) =>
  db.selectFrom("installation_keys").select("value").where("name", "=", "theme").executeTakeFirstOrThrow();

export const findThemedCompany = (db: Kysely<Tables>, themeId: string) =>
  db
    .selectFrom("companies")
    .select(["name", "logo", "accent_color"])
    .where("theme_id", "=", themeId)
    .orderBy("id")
    .executeTakeFirst();
