import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Identity, Patterns } from "./identity.ts";
import { CONTACTS, REMOVED, SHOP_LOGINS } from "./names-of-people.ts";

type Db = Kysely<Tables>;

/** A user of the company, also one who was deleted. */
export const lockPerson = ({ db, companyId }: CompanyData, id: number) =>
  db
    .selectFrom("users")
    .select(["id", "username", "first_name", "last_name", "deleted_at"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The same erasure once: a second request finds the first. */
export const addErasure = ({ db }: CompanyData, userId: number, askedBy: number) =>
  db
    .insertInto("erasures")
    .values({ user_id: userId, asked_by: askedBy })
    .returning("id")
    .executeTakeFirstOrThrow();

export interface ErasureRecord {
  readonly id: number;
  readonly user: number;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly done_at: Date | null;
  readonly records: number;
  readonly audit_entries: number;
  readonly messages: number;
}

export const erasureRows = async (
  { db, companyId }: CompanyData,
  most: number,
  userId: number | null = null,
): Promise<ErasureRecord[]> => {
  const { rows } = await sql<ErasureRecord>`
    select erasures.id, user_id as user, asked_at, done_at, records, audit_entries, messages,
      coalesce((select coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) from users
        where users.company_id = ${companyId} and users.id = erasures.asked_by), 'The provider') as asked_by
    from erasures where erasures.company_id = ${companyId} and (${userId}::bigint is null or user_id = ${userId})
    order by erasures.id desc limit ${most}`.execute(db);
  return rows;
};

/** Those whose job was lost. A company that is closed is deleted with all its people. */
export const unfinishedErasures = (db: Db) =>
  db
    .selectFrom("erasures")
    .innerJoin("companies", "companies.id", "erasures.company_id")
    .select(["erasures.id", "erasures.company_id as companyId"])
    .where("companies.closed_at", "is", null)
    .where("done_at", "is", null)
    .where("asked_at", "<", sql<Date>`now() - interval '1 minute'`)
    .orderBy("erasures.id")
    .limit(100)
    .execute();

export const lockErasure = (db: Db, id: number) =>
  db
    .selectFrom("erasures")
    .select(["id", "company_id as companyId", "user_id as userId"])
    .where("id", "=", id)
    .where("done_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

const lowered = (values: readonly string[]): string[] => values.map((value) => value.toLowerCase());

const counted = async (query: ReturnType<typeof sql<{ changed: number }>>, db: Db): Promise<number> =>
  (await query.execute(db)).rows[0]?.changed ?? 0;

export const eraseNames = (db: Db, id: number, [table, name, of]: readonly [string, string, string]) =>
  counted(sql<{ changed: number }>`select mcc.erase_names(${id}, ${table}, ${name}, ${of}) as changed`, db);

/** Behind one value of the key, up to another one. */
export interface TablePart {
  readonly after: string | null;
  readonly until: string;
}

/** The next part of the company's rows; nothing after the last one. */
export const nextPart = async (
  db: Db,
  companyId: number,
  {
    table,
    key,
    after,
    most,
  }: {
    readonly table: string;
    readonly key: string;
    readonly after: string | null;
    readonly most: number;
  },
): Promise<TablePart | undefined> => {
  const behind = after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`;
  const { rows } = await sql<{ until: string }>`
    select value::text as until from (select ${sql.ref(key)} as value from ${sql.table(table)}
      where company_id = ${companyId} ${behind} order by 1 limit ${most}) as part
    order by value desc limit 1`.execute(db);
  return rows[0] && { after, until: rows[0].until };
};

export const eraseTexts = (
  db: Db,
  id: number,
  [table, column, key]: readonly [string, string, string],
  { after, until }: TablePart,
  { likely, words, whole, pair }: Patterns,
) =>
  counted(
    sql<{ changed: number }>`select mcc.erase_texts(${id}, ${table}, ${column}, ${key}, ${after}, ${until},
      ${likely}, ${words}, ${whole}, ${pair}) as changed`,
    db,
  );

export const eraseSnapshots = (db: Db, id: number) =>
  counted(sql<{ changed: number }>`select mcc.erase_snapshots(${id}) as changed`, db);

export const eraseApprovalTimes = (db: Db, id: number, { likely, words, whole }: Patterns) =>
  counted(
    sql<{
      changed: number;
    }>`select mcc.erase_approval_times(${id}, ${likely}, ${words}, ${whole}) as changed`,
    db,
  );

/** The id of the entry that will say who was taken out of which others. */
export const nextAuditEntry = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('mcc.audit_entries', 'id')) as id`.execute(db);
  return (rows[0] as { id: number }).id;
};

/** Entries of the company, or all of the platform if no part is given. */
export const eraseInAudit = (
  db: Db,
  id: number,
  redaction: number,
  part: TablePart | null,
  { likely, words, whole, pair }: Patterns,
) =>
  counted(
    sql<{
      changed: number;
    }>`select mcc.erase_in_audit(${id}, ${redaction}, ${part === null}, ${part?.after ?? 0},
      ${part?.until ?? redaction}, ${likely}, ${words}, ${whole}, ${pair}) as changed`,
    db,
  );

export const addErasureEntry = (db: Db, id: number, redaction: number, ofPlatform: boolean, done: object) =>
  counted(
    sql<{ changed: number }>`select mcc.add_erasure_entry(${id}, ${redaction}, ${ofPlatform},
      ${JSON.stringify(done)}::jsonb) as changed`,
    db,
  );

/** Addresses and numbers of the company, of sites and of shop users. */
export const clearContacts = async (
  db: Db,
  companyId: number,
  { values }: Identity,
  { likely, words }: Patterns,
): Promise<number> => {
  let changed = 0n;
  for (const [table, column] of CONTACTS) {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
      where company_id = ${companyId} and (lower(${sql.ref(column)}) = any(${lowered(values)})
        or case when ${sql.ref(column)} ~* ${likely} then ${sql.ref(column)} ~* ${words} end)`.execute(db);
    changed += numAffectedRows ?? 0n;
  }
  return Number(changed);
};

/**
 * A login of a shop that is an address of the person. It is not empty, and the site and its shop user have the same: both
 * get the number of the shop user.
 */
export const renameShopLogins = async (db: Db, companyId: number, { values }: Identity): Promise<number> => {
  const addresses = lowered(values).filter((value) => value.includes("@"));
  let changed = 0n;
  for (const [table, column] of SHOP_LOGINS) {
    const login = sql.ref(`${table}.${column}`);
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = 'former-shop-user-' || coalesce(
        (select id from shop_users shop where lower(shop.username) = lower(${login}))::text, 'of-' || ${sql.ref(`${table}.id`)})
      where company_id = ${companyId} and lower(${login}) = any(${addresses})`.execute(db);
    changed += numAffectedRows ?? 0n;
  }
  return Number(changed);
};

/** What a provider said in a try-out with the person. The rest of the try-out stays. */
export const emptyTryOuts = async (
  db: Db,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
  { values, subjects }: Identity,
): Promise<number> => {
  const { numAffectedRows } = await sql`update sso_connections
    set test = test || '{"identity": null, "claims": [], "user": null, "mapping": null}'
    where company_id = ${companyId} and (test -> 'identity' ->> 'subject' = any(${[...subjects]}::text[])
      or lower(test -> 'identity' ->> 'email') = any(${lowered(values)})
      or test -> 'user' ->> 'id' = ${String(userId)})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** Why sign-ins of others were refused: the end of a reason, in brackets, may be a username of one word. */
export const eraseInReasons = (db: Db, companyId: number, { whole }: Patterns, named: string) => {
  const atEnd = `\\((?:${whole})\\)$`;
  return sql`update sign_ins set reason = regexp_replace(reason, ${atEnd}, ${`(${named})`}, 'i')
    where company_id = ${companyId} and reason ~* ${atEnd}`.execute(db);
};

/** What receivers of events answered may repeat what they were sent. */
export const eraseInAttempts = (
  db: Db,
  companyId: number,
  { likely, words, whole }: Patterns,
  named: string,
) =>
  sql`update event_attempts attempt set error = mcc.without_person(error, ${words}, ${whole}, ${named}),
      response = mcc.without_person(response, ${words}, ${whole}, ${named})
    from event_deliveries delivery where delivery.company_id = ${companyId} and delivery.id = attempt.delivery_id
      and case when concat_ws(' ', error, response) ~* ${likely} then concat_ws(' ', error, response) ~* ${words} end`.execute(
    db,
  );

/** The messages to the person, and how many there were. */
export const deleteMessagesTo = async (db: Db, companyId: number, userId: number, identity: Identity) => {
  const addresses = lowered(identity.values);
  const { rows } = await sql<{ deleted: number }>`
    with recent as (delete from recent_messages where company_id = ${companyId}
        and (user_id = ${userId} or lower(recipient) = any(${addresses}))),
    gone as (delete from messages where user_id = ${userId}
        or (company_id = ${companyId} and user_id is null and lower(recipient) = any(${addresses})) returning id)
    select count(*)::int as deleted from gone`.execute(db);
  return rows[0]?.deleted ?? 0;
};

/** Attempts to sign in with what the person goes by, and welcomes. */
const deleteAttempts = async (db: Db, companyId: number, { values }: Identity): Promise<void> => {
  const names = lowered(values);
  await sql`delete from rate_limits using unnest(${names}::text[]) as name
    where bucket in ('sign-in:account:typed:' || name, ${`welcome:${companyId}:`} || name)
      or starts_with(bucket, 'sign-in:pair:typed:' || name || ':')`.execute(db);
};

/** Last, because what the person was called is found by these. Sign-ins stay, without address, device and reason. */
export const eraseOwnRows = async (
  db: Db,
  companyId: number,
  userId: number,
  identity: Identity,
): Promise<void> => {
  await sql`delete from oauth_items where oauth_grant in (
    select oauth_grant from assistant_grants where user_id = ${userId})`.execute(db);
  for (const table of REMOVED)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db);
  await sql`update sign_ins set address = '', device = '', reason = null, reference = null
    where user_id = ${userId}`.execute(db);
  await deleteAttempts(db, companyId, identity);
  await sql`update users set username = 'former-user-' || id, email = 'former-user-' || id || '@erased.invalid',
      first_name = 'Former user', last_name = id::text, phone = null, password_hash = null, ecommerce_username = null,
      external_id = null, directory_username = null, kept_by_directory = false, enable_text_messages = false,
      last_login = null, updated_at = now() where id = ${userId}`.execute(db);
  // A trigger has noted the new name as one that the person goes by.
  await db.deleteFrom("user_identities").where("user_id", "=", userId).execute();
};

export const finishErasure = (
  db: Db,
  id: number,
  counts: { readonly records: number; readonly audit_entries: number; readonly messages: number },
) =>
  db
    .updateTable("erasures")
    .set({ ...counts, done_at: sql`now()` })
    .where("id", "=", id)
    .execute();
