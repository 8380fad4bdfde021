import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** The job that signs the heads every night. */
export const WRITE_HEADS = "write-audit-heads";

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

/** The entry that says up to where a chain was removed because its time had ended: its first entry follows that one. */
const removalOf = (chain: number) => sql`
  select (details ->> 'position')::bigint as position, decode(details ->> 'hash', 'hex') as hash
  from audit_entries where coalesce(company_id, 0) = ${chain} and action = 'audit.removed' order by id desc limit 1`;

/**
 * The number of entries of a chain, the hash of the last, and the first one that does not fit: all hashes are computed
 * again. An entry whose people were erased fits its digest, and an entry of the chain has a digest over those.
 */
export const checkChain = async (db: Kysely<Tables>, chain: number) => {
  const { rows } = await sql<{ entries: number; hash: string | null; broken: number | null }>`
    with removal as (${removalOf(chain)}),
    redaction as (
      select entry.id, link.position, entry.details ->> 'digest' = mcc.digest_of_redaction(entry.id) as fits
      from audit_entries entry join audit_hashes link on link.entry_id = entry.id
      where coalesce(entry.company_id, 0) = ${chain} and entry.action = 'user.erased')
    select count(*)::int as entries, encode((array_agg(hash order by position desc nulls last))[1], 'hex') as hash,
      (array_agg(entry_id order by position, entry_id) filter (where not fits))[1] as broken
    from (
      select coalesce(link.entry_id, entry.id) as entry_id, link.position, link.hash,
        (entry.id is not null and link.position = coalesce(before.position, removal.position, 0) + 1
          and case when link.commitment is not null
              then link.hash = mcc.audit_hash(coalesce(before.hash, removal.hash), entry, link.commitment)
            else redacted.entry_id is not null or link.hash = mcc.audit_hash(coalesce(before.hash, removal.hash), entry) end
          and case when redacted.entry_id is not null
              then redacted.digest = mcc.audit_digest(redacted.salt, entry) and by.fits and by.position > link.position
            else link.commitment is null or link.commitment = mcc.audit_commitment(link.salt, entry) end
          and coalesce(own.fits, true)) is true as fits
      from (select * from audit_hashes where chain = ${chain}) as link
      full join (select * from audit_entries where coalesce(company_id, 0) = ${chain}) as entry on entry.id = link.entry_id
      left join audit_hashes before on before.chain = ${chain} and before.position = link.position - 1
      left join removal on removal.position = link.position - 1
      left join lateral (select * from audit_redactions where audit_redactions.entry_id = entry.id
        order by redaction_id desc limit 1) as redacted on true
      left join redaction by on by.id = redacted.redaction_id
      left join redaction own on own.id = entry.id) as checked`.execute(db);
  return rows[0] ?? { entries: 0, hash: null, broken: null };
};

/** The last entry of every chain that has any. */
export const chainHeads = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ chain: number; name: string; entries: number; hash: string }>`
    select chains.id as chain, chains.name, latest.position as entries, encode(latest.hash, 'hex') as hash
    from (select id, slug_name as name from companies union all select 0, 'the platform') as chains
    cross join lateral (select position, hash from audit_hashes where chain = chains.id
      order by position desc limit 1) as latest
    order by chains.id`.execute(db);
  return rows;
};

/**
 * Whether heads must have been stored by now: there are entries of two days ago, and the job that signs heads was
 * scheduled then. Entries of the demo are older than the installation.
 */
export const headsAreDue = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from audit_entries where created_at < now() - interval '2 days')
      and exists (select from pgboss.schedule
        where name = ${WRITE_HEADS} and created_on < now() - interval '2 days') as due`.execute(db);
  return rows[0]?.due ?? false;
};

/** Of a company that was deleted with its audit, the last time if it was imported again. */
export const certificateOf = async (db: Kysely<Tables>, chain: number): Promise<string | null> => {
  const { rows } = await sql<{ certificate: string | null }>`
    select certificate from company_closings where company_id = ${chain} and deleted_at is not null
    order by id desc limit 1`.execute(db);
  return rows[0]?.certificate ?? null;
};

/** The entry at a place of a chain, how many there are, and up to where it was removed because of its age. */
export const hashAt = async (db: Kysely<Tables>, chain: number, position: number) => {
  const { rows } = await sql<{
    entry_id: number | null;
    hash: string | null;
    entries: number;
    removed: number;
    removed_hash: string | null;
  }>`
    select link.entry_id, encode(link.hash, 'hex') as hash, coalesce(removal.position, 0) as removed,
      encode(removal.hash, 'hex') as removed_hash,
      coalesce((select max(position) from audit_hashes where chain = ${chain}), 0) as entries
    from (select) as one left join audit_hashes link on link.chain = ${chain} and link.position = ${position}
    left join (${removalOf(chain)}) as removal
      on removal.position = (select min(position) from audit_hashes where chain = ${chain}) - 1`.execute(db);
  return rows[0] ?? { entry_id: null, hash: null, entries: 0, removed: 0, removed_hash: null };
};
