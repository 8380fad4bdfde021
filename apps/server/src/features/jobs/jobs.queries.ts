import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Locked, so that no worker takes it meanwhile. */
export const lockJob = async (db: Db, id: string): Promise<{ name: string; state: string } | undefined> => {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state::text from pgboss.job
    where id = ${id} and state in ('created', 'retry', 'active', 'failed')
    for update`.execute(db);
  return rows[0];
};

/** As pg-boss retries a failed job, and without the wait of one that is retried anyway. */
export const retryNow = (db: Db, id: string) =>
  sql`
    update pgboss.job set
      state = case when state = 'failed' then 'retry' else state end,
      retry_limit = case when state = 'failed' then retry_limit + 1 else retry_limit end,
      completed_on = null,
      start_after = now()
    where id = ${id}`.execute(db);

export const deleteJob = (db: Db, id: string) => sql`delete from pgboss.job where id = ${id}`.execute(db);

/** How long a failed job stays visible. Done ones are deleted sooner: there are many of them. */
const FAILED_DAYS = 14;

export const keepFailedJobs = (db: Db) =>
  sql`
    update pgboss.job set deletion_seconds = ${sql.lit(FAILED_DAYS * 24 * 60 * 60)}
    where state = 'failed' and deletion_seconds < ${sql.lit(FAILED_DAYS * 24 * 60 * 60)}`.execute(db);
