import {
  RETENTION_KINDS,
  type RetentionCounts,
  type RetentionDays,
  type RetentionKind,
} from "@mcc/contract/retention/retention.schema.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export const findSettings = ({ db }: Pick<CompanyData, "db">) =>
  db
    .selectFrom("retention_settings")
    .select([...RETENTION_KINDS, "checked_at"])
    .executeTakeFirst();

/** Two changes at once wait for each other, also the first two: so the row is there before it is locked. */
export const lockSettings = async ({ db }: CompanyData): Promise<RetentionDays> => {
  await sql`insert into retention_settings default values on conflict do nothing`.execute(db);
  return db.selectFrom("retention_settings").select(RETENTION_KINDS).forUpdate().executeTakeFirstOrThrow();
};

export const saveSettings = ({ db }: CompanyData, days: RetentionDays) =>
  db.updateTable("retention_settings").set(days).execute();

const removedSomething = sql.join(
  RETENTION_KINDS.map((kind) => sql.ref(kind)),
  sql` + `,
);

export const latestRuns = ({ db }: CompanyData, most: number) =>
  db
    .selectFrom("retention_runs")
    .select([...RETENTION_KINDS, "started_at"])
    .where(sql<boolean>`${removedSomething} > 0`)
    .orderBy("id", "desc")
    .limit(most)
    .execute();

const before = (days: number) => sql`now() - make_interval(days => ${days})`;

/** What is older, of each kind. Messages that are still to be sent stay. */
const OLDER: Record<RetentionKind, (companyId: number, days: number) => RawBuilder<unknown>> = {
  alerts: (companyId, days) =>
    sql`select id from alerts where company_id = ${companyId} and created < ${before(days)}`,
  messages: (companyId, days) => sql`select id from messages
    where company_id = ${companyId} and created_at < ${before(days)} and state not in ('waiting', 'held')`,
  sign_ins: (companyId, days) =>
    sql`select id from sign_ins where company_id = ${companyId} and at < ${before(days)}`,
  audit: (companyId, days) =>
    sql`select id from audit_entries where company_id = ${companyId} and created_at < ${before(days)}`,
  documents: (companyId, days) =>
    sql`select id from documents where company_id = ${companyId} and created_at < ${before(days)}`,
};

export const countOlder = async (
  db: Db,
  companyId: number,
  days: RetentionDays,
  most: number,
): Promise<RetentionCounts> => {
  const counts = RETENTION_KINDS.map((kind) => {
    const kept = days[kind];
    return kept === null
      ? sql`0 as ${sql.ref(kind)}`
      : sql`(select count(*)::int from (${OLDER[kind](companyId, kept)} limit ${most}) as older) as ${sql.ref(kind)}`;
  });
  const { rows } = await sql<RetentionCounts>`select ${sql.join(counts)}`.execute(db);
  return rows[0] as RetentionCounts;
};

/** The companies that limit anything, some at a time; not those that are closed. */
export const companiesWithLimits = async (db: Db, after: number, most: number) => {
  const { rows } = await sql<RetentionDays & { company_id: number }>`
    select company_id, ${sql.join(RETENTION_KINDS.map((kind) => sql.ref(kind)))} from retention_settings
    join companies on companies.id = company_id and closed_at is null
    where company_id > ${after} and coalesce(${sql.join(RETENTION_KINDS.map((kind) => sql.ref(kind)))}) is not null
    order by company_id limit ${most}`.execute(db);
  return rows;
};

/** The run that was interrupted, or a new one. */
export const openRun = async (db: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with held as (select id from retention_runs where company_id = ${companyId} and finished_at is null
        order by id limit 1),
    added as (insert into retention_runs (company_id) select ${companyId} where not exists (select from held) returning id)
    select id from held union all select id from added`.execute(db);
  return (rows[0] as { id: number }).id;
};

interface Removal {
  readonly companyId: number;
  readonly kind: RetentionKind;
  readonly days: number;
  readonly run: number;
  /** For so long the file of a document stays, for a database that is restored to a moment before. */
  readonly fileDays: number;
}

/** Removes the oldest of what is older, at most so many; returns how many. A file goes after its document. */
export const removeOlder = async (
  db: Db,
  { companyId, kind, days, run, fileDays }: Removal,
  most: number,
): Promise<number> => {
  const older = sql`${OLDER[kind](companyId, days)} order by id limit ${most}`;
  const gone =
    kind === "audit"
      ? sql`select mcc.remove_audit(${companyId}, ${before(days)}, ${most}) as removed`
      : kind === "documents"
        ? sql`with gone as (delete from documents where company_id = ${companyId} and id = any(array(${older}))
            returning company_id, storage_key),
          unused as (insert into unused_files (company_id, storage_key, drop_after)
            select company_id, storage_key, now() + make_interval(days => ${fileDays}) from gone)
          select count(*)::int as removed from gone`
        : sql`with gone as (delete from ${sql.table(kind)} where id = any(array(${older})) returning id)
          select count(*)::int as removed from gone`;
  const removed = ((await gone.execute(db)).rows[0] as { removed: number }).removed;
  await sql`update retention_runs set ${sql.ref(kind)} = ${sql.ref(kind)} + ${removed} where id = ${run}`.execute(
    db,
  );
  return removed;
};

/** What the run removed in all. */
export const finishRun = async (db: Db, companyId: number, run: number): Promise<RetentionCounts> => {
  await sql`update retention_settings set checked_at = now() where company_id = ${companyId}`.execute(db);
  return db
    .updateTable("retention_runs")
    .set({ finished_at: sql`now()` })
    .where("id", "=", run)
    .returning(RETENTION_KINDS)
    .executeTakeFirstOrThrow();
};

/** Nothing is said about a run that removed nothing. */
export const deleteRun = (db: Db, run: number) =>
  db.deleteFrom("retention_runs").where("id", "=", run).execute();
