import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

export interface DomainRecord {
  readonly id: number;
  readonly domain: string;
  readonly token: string;
  readonly confirmed_at: Date | null;
  readonly confirmed_by: string | null;
  readonly checked_at: Date | null;
  readonly problem: string | null;
  readonly created_at: Date;
}

const FIELDS = [
  "id",
  "domain",
  "token",
  "confirmed_at",
  "confirmed_by",
  "checked_at",
  "problem",
  "created_at",
] as const;

export const domainRows = ({ db, companyId }: CompanyData): Promise<DomainRecord[]> =>
  db.selectFrom("sso_domains").select(FIELDS).where("company_id", "=", companyId).orderBy("domain").execute();

export const findDomain = ({ db, companyId }: CompanyData, id: number): Promise<DomainRecord | undefined> =>
  db
    .selectFrom("sso_domains")
    .select(FIELDS)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();

export const addDomain = ({ db }: CompanyData, domain: string, token: string) =>
  db
    .insertInto("sso_domains")
    .values({ domain, token })
    .onConflict((conflict) => conflict.columns(["company_id", "domain"]).doNothing())
    .returning("id")
    .executeTakeFirst();

/** Fails with the index sso_domains_confirmed if another company has confirmed it. */
export const confirmDomain = ({ db, companyId }: CompanyData, id: number, by: "dns" | "platform") =>
  db
    .updateTable("sso_domains")
    .set({ confirmed_at: sql`now()`, confirmed_by: by, problem: null, checked_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .execute();

export const noteCheck = ({ db, companyId }: CompanyData, id: number, problem: string) =>
  db
    .updateTable("sso_domains")
    .set({ checked_at: sql`now()`, problem })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteDomain = ({ db, companyId }: CompanyData, id: number) =>
  db.deleteFrom("sso_domains").where("company_id", "=", companyId).where("id", "=", id).execute();

/** Whether any company has confirmed a domain. */
export const isTaken = async (db: Kysely<Tables>, domain: string): Promise<boolean> => {
  const found = await db
    .selectFrom("sso_domains")
    .select("id")
    .where("domain", "=", domain)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
};
