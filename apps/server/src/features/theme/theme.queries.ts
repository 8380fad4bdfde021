import type { CompanyTheme } from "@mcc/contract/theme/company-theme.schema.ts";
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
