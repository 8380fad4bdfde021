import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

interface Counts {
  readonly users: number;
  readonly sites: number;
  readonly orders: number;
  readonly documents: number;
}

/** Orders and documents from their rollups: exact, and as quick for millions. Nothing when there is no such company. */
export const findCounts = async (db: Db, companyId: number): Promise<Counts | undefined> => {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from users where company_id = company.id and deleted_at is null) as users,
      (select count(*) from sites where company_id = company.id and deleted_at is null) as sites,
      (select coalesce(sum(orders), 0)::bigint from order_state_counts where company_id = company.id) as orders,
      (select coalesce(sum(documents), 0)::bigint from document_counts where company_id = company.id) as documents
    from companies as company where company.id = ${companyId}`.execute(db);
  return rows[0];
};

export const dayRequests = async (db: Db, companyId: number, days: number) => {
  const { rows } = await sql<{ day: string; portal: number; integration: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(portal, 0) as portal, coalesce(integration, 0) as integration
    from generate_series(0, ${days}::integer - 1) as back
    cross join lateral (select (now() at time zone 'utc')::date - back as day) as days
    left join lateral (select portal, integration from company_requests as counted
      where counted.company_id = ${companyId} and counted.day = days.day) as counted on true
    order by day`.execute(db);
  return rows;
};

export const sumOfSizes = async (db: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from documents where company_id = ${companyId}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
};

export const findStorage = (db: Db, companyId: number) =>
  db
    .selectFrom("company_storage")
    .select(["bytes", "counted_at"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

/** The companies that have more documents than this. */
export const companiesWithMany = (db: Db, documents: number) =>
  db.selectFrom("document_counts").select("company_id").where("documents", ">", documents).execute();

export const keepStorage = (db: Db, companyId: number) =>
  sql`insert into company_storage (company_id, bytes, counted_at)
    select ${companyId}::bigint, coalesce(sum(size), 0)::bigint, now() from documents where company_id = ${companyId}
    on conflict (company_id) do update set bytes = excluded.bytes, counted_at = excluded.counted_at`.execute(
    db,
  );
