import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

type Kind = "audit" | "sign_in";

/** The entries of one kind of a company, or of the platform. */
export interface Stream {
  readonly kind: Kind;
  /** The id of the company; 0 for the platform. */
  readonly chain: number;
  readonly company: string | null;
}

export interface Entry {
  readonly position: number;
  readonly at: Date;
  readonly [field: string]: unknown;
}

/**
 * All sign-ins up to this one are committed, or never will be: nobody writes one while it is read. Positions of the audit
 * need no such care: they are given in the order of the commits.
 */
export const lastSignIn = (db: Db): Promise<number> =>
  db.transaction().execute(async (locked) => {
    await sql`set local lock_timeout = '2s'`.execute(locked);
    await sql`lock table sign_ins in share mode`.execute(locked);
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from sign_ins`.execute(locked);
    return Number(rows[0]?.last ?? 0);
  });

/** The streams that have entries which were not sent. */
export const streamsToSend = async (db: Db, lastSignInId: number): Promise<Stream[]> => {
  const { rows } = await sql<Stream>`
    with chains as (select id, slug_name as company from companies union all select 0, null)
    select 'audit' as kind, chains.id as chain, chains.company
    from chains left join collector_positions sent on sent.kind = 'audit' and sent.chain = chains.id
    where exists (select from audit_hashes link
      where link.chain = chains.id and link.position > coalesce(sent.position, 0))
    union all
    select 'sign_in', chains.id, chains.company
    from chains left join collector_positions sent on sent.kind = 'sign_in' and sent.chain = chains.id
    where exists (select from sign_ins entry where coalesce(entry.company_id, 0) = chains.id
      and entry.id > coalesce(sent.position, 0) and entry.id <= ${lastSignInId})
    order by kind, chain`.execute(db);
  return rows.map((row) => ({ ...row, chain: Number(row.chain) }));
};

/** Which of these companies have entries that were not sent. Whoever asks does not wait for sign-ins being written now. */
export const chainsToSend = async (db: Db, companies: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ chain: number }>`
    select owed.chain from unnest(${[...companies]}::bigint[]) as owed (chain)
    where exists (select from audit_hashes link where link.chain = owed.chain and link.position > coalesce((
        select position from collector_positions sent where sent.kind = 'audit' and sent.chain = owed.chain), 0))
      or exists (select from sign_ins entry where coalesce(entry.company_id, 0) = owed.chain and entry.id > coalesce((
        select position from collector_positions sent where sent.kind = 'sign_in' and sent.chain = owed.chain), 0))`.execute(
    db,
  );
  return rows.map(({ chain }) => Number(chain));
};

/** Until the end of the transaction nobody else sends from this stream; undefined if somebody does. */
export const lockPosition = async (db: Db, { kind, chain }: Stream): Promise<number | undefined> => {
  await sql`insert into collector_positions (kind, chain) values (${kind}, ${chain}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ position: number }>`
    select position from collector_positions where kind = ${kind} and chain = ${chain}
    for update skip locked`.execute(db);
  return rows[0] && Number(rows[0].position);
};

export const setPosition = (db: Db, { kind, chain }: Stream, position: number) =>
  sql`update collector_positions set position = ${position}, sent_at = now()
    where kind = ${kind} and chain = ${chain}`.execute(db);

const auditEntries = (chain: number, after: number, most: number) => sql<Entry>`
  select link.position, entry.id, entry.created_at as at, entry.actor_id, entry.actor_name as actor,
    entry.on_behalf_of, entry.action, entry.record_type, entry.record_id, entry.record_name, entry.details,
    entry.address, encode(link.hash, 'hex') as hash
  from audit_hashes link join audit_entries entry on entry.id = link.entry_id
  where link.chain = ${chain} and link.position > ${after}
  order by link.position limit ${most}`;

const signIns = (chain: number, after: number, most: number, last: number) => sql<Entry>`
  select entry.id as position, entry.id, entry.at, entry.user_id, users.username, entry.method, entry.result,
    entry.address, entry.device, entry.reason, entry.reference
  from sign_ins entry left join users on users.id = entry.user_id
  where coalesce(entry.company_id, 0) = ${chain} and entry.id > ${after} and entry.id <= ${last}
  order by entry.id limit ${most}`;

interface Window {
  readonly after: number;
  readonly most: number;
  readonly lastSignInId: number;
}

/** The entries after a position, in their order. */
export const entriesAfter = async (
  db: Db,
  { kind, chain }: Stream,
  { after, most, lastSignInId }: Window,
): Promise<Entry[]> => {
  const query =
    kind === "audit" ? auditEntries(chain, after, most) : signIns(chain, after, most, lastSignInId);
  const { rows } = await query.execute(db);
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
};
