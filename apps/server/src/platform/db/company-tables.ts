import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Tables whose rows belong to a company by another record of it, although they do not name the company. */
const OF_RECORDS: Readonly<Record<string, { readonly column: string; readonly table: string }>> = {
  challenges: { column: "user_id", table: "users" },
  email_changes: { column: "user_id", table: "users" },
  event_attempts: { column: "delivery_id", table: "event_deliveries" },
  factors: { column: "user_id", table: "users" },
  known_devices: { column: "user_id", table: "users" },
  password_links: { column: "user_id", table: "users" },
  recovery_codes: { column: "user_id", table: "users" },
  sso_requests: { column: "connection_id", table: "sso_connections" },
};

/** A table that has rows of companies. */
export interface CompanyTable {
  readonly name: string;
  /** Those that can be written, in their order. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** The other tables that its rows refer to. */
  readonly refersTo: readonly string[];
  readonly refersToItself: boolean;
}

interface CatalogTable extends CompanyTable {
  readonly names_company: boolean;
}

const catalogTables = async (db: Kysely<Tables>): Promise<CatalogTable[]> => {
  const { rows } = await sql<CatalogTable>`
    select t.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select attname::text from pg_index, unnest(indkey) with ordinality as part (number, position), pg_attribute
        where indrelid = t.oid and indisprimary and attrelid = t.oid and attnum = part.number order by position) as key,
      array(select distinct target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
        where conrelid = t.oid and contype = 'f' and confrelid <> t.oid and conparentid = 0) as "refersTo",
      exists (select from pg_constraint where conrelid = t.oid and confrelid = t.oid and contype = 'f') as "refersToItself",
      exists (select from pg_attribute where attrelid = t.oid and attname = 'company_id' and not attisdropped) as names_company
    from pg_class t
    where t.relnamespace = 'mcc'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by t.relname`.execute(db);
  return rows;
};

/** As the database has them: a table that a migration adds is found without being named here. */
export const companyTables = async (db: Kysely<Tables>): Promise<CompanyTable[]> =>
  (await catalogTables(db))
    .filter(({ name, names_company }) => names_company || name === "companies" || name in OF_RECORDS)
    .map(({ names_company: _, ...table }) => table);

/** How a table that does not name the company names a record of it. */
export const linkOf = (table: string): { readonly column: string; readonly table: string } | undefined =>
  OF_RECORDS[table];

/** Whether a row of the table is the company's. */
export const isOfCompany = (table: string, companyId: number): RawBuilder<unknown> => {
  if (table === "companies") return sql`id = ${companyId}`;
  const link = linkOf(table);
  if (!link) return sql`company_id = ${companyId}`;
  return sql`${sql.ref(link.column)} in (select id from ${sql.table(link.table)} where company_id = ${companyId})`;
};
