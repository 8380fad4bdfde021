import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

export interface Chain {
  /** The id of the company; 0 for the entries of the platform. */
  readonly id: number;
  readonly name: string;
}

/** The chains of all companies and of the platform, or that of one company. */
export const chainRows = async (db: Kysely<Tables>, slug?: string): Promise<Chain[]> => {
  const { rows } = await sql<Chain>`
    select id, slug_name as name from companies where ${slug ?? null}::text is null or slug_name = ${slug ?? null}
    union all select 0, 'the platform' where ${slug ?? null}::text is null
    order by id`.execute(db);
  return rows;
};

/** The number of entries of a chain, and the first one that does not fit: all hashes are computed again. */
export const checkChain = async (db: Kysely<Tables>, chain: number) => {
  const { rows } = await sql<{ entries: number; broken: number | null }>`
    select count(*)::int as entries, (array_agg(entry_id order by position, entry_id) filter (where not fits))[1] as broken
    from (
      select coalesce(link.entry_id, entry.id) as entry_id, link.position,
        entry.id is not null and link.position = coalesce(before.position, 0) + 1
          and link.hash = mcc.audit_hash(before.hash, entry) is true as fits
      from (select * from audit_hashes where chain = ${chain}) as link
      full join (select * from audit_entries where coalesce(company_id, 0) = ${chain}) as entry on entry.id = link.entry_id
      left join audit_hashes before on before.chain = ${chain} and before.position = link.position - 1) as checked`.execute(
    db,
  );
  return rows[0] ?? { entries: 0, broken: null };
};
