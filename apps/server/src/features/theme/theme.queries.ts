import type { CompanyTheme } from "@mcc/contract/theme/company-theme.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** The key a page shows to our own theme service; it opens nothing else. */
export const findThemeKey = (db: Kysely<Tables>) =>
  db.selectFrom("installation_keys").select("value").where("name", "=", "theme").executeTakeFirstOrThrow();

/** Another `look` has another address, as in `tenant.access_of`: browsers keep the files of a theme for an hour. */
export const findThemedCompany = (db: Kysely<Tables>, themeId: string) =>
  db
    .selectFrom("companies")
    .select([
      "logo",
      "accent_color",
      sql<string>`coalesce(nullif(label, ''), name)`.as("label"),
      sql<string>`coalesce(substr(accent_color, 2), '') || '-' || substr(md5(label), 1, 6)`.as("look"),
    ])
    .where(({ or, and, eb }) =>
      or([eb("theme_id", "=", themeId), and([eb("theme_id", "is", null), eb("slug_name", "=", themeId)])]),
    )
    .orderBy("id")
    .executeTakeFirst();

const companyTheme = (db: Kysely<Tables>, companyId: number) =>
  db
    .selectFrom("companies")
    .select(["theme_id", "label", "accent_color", "logo"])
    .where("id", "=", companyId);

export const findTheme = (db: Kysely<Tables>, companyId: number) =>
  companyTheme(db, companyId).executeTakeFirst();

export const lockTheme = (db: Kysely<Tables>, companyId: number) =>
  companyTheme(db, companyId).forUpdate().executeTakeFirst();

export const setTheme = (
  db: Kysely<Tables>,
  companyId: number,
  { label, accent_color, logo }: Pick<CompanyTheme, "label" | "accent_color" | "logo">,
) => db.updateTable("companies").set({ label, accent_color, logo }).where("id", "=", companyId).execute();

/** The previous one is replaced: pages that still show it have it already. */
export const keepLogo = (db: Kysely<Tables>, companyId: number, hash: string, content: Buffer) =>
  db
    .insertInto("company_logos")
    .values({ company_id: companyId, hash, content })
    .onConflict((taken) => taken.column("company_id").doUpdateSet({ hash, content }))
    .execute();

export const deleteLogo = (db: Kysely<Tables>, companyId: number) =>
  db.deleteFrom("company_logos").where("company_id", "=", companyId).execute();

export const findLogo = (db: Kysely<Tables>, companyId: number, hash: string) =>
  db
    .selectFrom("company_logos")
    .select("content")
    .where("company_id", "=", companyId)
    .where("hash", "=", hash)
    .executeTakeFirst();
