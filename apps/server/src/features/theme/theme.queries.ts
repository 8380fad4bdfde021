import type { Kysely } from "kysely";
import type { Tables } from "../../platform/tables.ts";

export const findThemedCompany = (db: Kysely<Tables>, themeId: string) =>
  db
    .selectFrom("companies")
    .select(["name", "logo", "accent_color"])
    .where("theme_id", "=", themeId)
    .orderBy("id")
    .executeTakeFirst();
