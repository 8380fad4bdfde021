import { type Kysely, sql } from "kysely";
import { hashToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";

export type Db = Kysely<Tables>;
/** A request, a code, a token, a client or a grant, as the authorization server describes it. */
export type Payload = Readonly<Record<string, unknown>>;

/** Without its id, which for a token is the token itself. */
const stored = ({ jti: _, ...payload }: Payload): string => JSON.stringify(payload);

/** Without an end, such as a client, it is kept until nobody needs it. */
export const saveItem = async (
  db: Db,
  kind: string,
  id: string,
  { payload, seconds }: { readonly payload: Payload; readonly seconds: number | undefined },
): Promise<void> => {
  const grant = typeof payload.grantId === "string" ? payload.grantId : null;
  await sql`
    insert into oauth_items (kind, id_hash, payload, oauth_grant, expires_at)
    values (${kind}, ${hashToken(id)}, ${stored(payload)}, ${grant},
      ${seconds === undefined ? sql`'infinity'` : sql`now() + ${seconds} * interval '1 second'`})
    on conflict (kind, id_hash) do update set payload = excluded.payload, oauth_grant = excluded.oauth_grant,
      expires_at = excluded.expires_at`.execute(db);
};

interface Item {
  readonly payload: Payload;
  readonly consumed: number | null;
}

const usableGrant = (id: string) => sql`exists (
  select from assistant_grants given where given.oauth_grant = ${id} and (mcc.user_of_grant(given)).id is not null)`;

/** A grant only while the assistant has access by it. */
export const findItem = async (db: Db, kind: string, id: string): Promise<Item | undefined> => {
  const { rows } = await sql<Item>`
    select payload, extract(epoch from consumed_at)::int as consumed from oauth_items
    where kind = ${kind} and id_hash = ${hashToken(id)} and expires_at > now()
      and ${kind === "Grant" ? usableGrant(id) : sql`true`}`.execute(db);
  return rows[0];
};

/** Nobody else reads or answers it until the transaction ends. */
export const lockItem = async (db: Db, kind: string, id: string): Promise<Payload | undefined> => {
  const { rows } = await sql<{ payload: Payload }>`
    select payload from oauth_items where kind = ${kind} and id_hash = ${hashToken(id)} and expires_at > now()
    for update`.execute(db);
  return rows[0]?.payload;
};

export const setResult = async (db: Db, id: string, result: Payload): Promise<void> => {
  await sql`update oauth_items set payload = payload || ${JSON.stringify({ result })}::jsonb
    where kind = 'Interaction' and id_hash = ${hashToken(id)}`.execute(db);
};

/** Whether it was there and not used before: of two uses at once, one is the first. */
export const consumeItem = async (db: Db, kind: string, id: string): Promise<boolean> => {
  const { rows } = await sql`update oauth_items set consumed_at = now()
    where kind = ${kind} and id_hash = ${hashToken(id)} and consumed_at is null returning kind`.execute(db);
  return rows.length > 0;
};

export const deleteItem = async (db: Db, kind: string, id: string): Promise<void> => {
  await sql`delete from oauth_items where kind = ${kind} and id_hash = ${hashToken(id)}`.execute(db);
};

export const deleteItemsOfGrant = async (db: Db, kind: string, grant: string): Promise<void> => {
  await sql`delete from oauth_items where kind = ${kind} and oauth_grant = ${grant}`.execute(db);
};

/** What is over, and clients with which nobody has connected for a long time, or within a day. */
export const deleteOldItems = async (db: Db): Promise<void> => {
  await sql`delete from oauth_items where expires_at < now() - interval '1 hour'`.execute(db);
  await sql`delete from oauth_items item where item.oauth_grant is not null and exists (
    select from assistant_grants given where given.oauth_grant = item.oauth_grant
      and coalesce(given.ended_at, given.expires_at) < now() - interval '1 hour')`.execute(db);
  await sql`delete from oauth_items item where item.kind = 'Client'
    and (item.payload ->> 'client_id_issued_at')::bigint < extract(epoch from now() - interval '1 day')
    and not exists (select from assistant_grants given where given.oauth_client = item.payload ->> 'client_id'
      and given.expires_at > now() - interval '90 days')`.execute(db);
};
