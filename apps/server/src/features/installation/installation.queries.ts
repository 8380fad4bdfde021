import type { NewPlatformAdmin } from "@mcc/contract/installation/platform-admins.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Over portal users and shop users alike. */
export const isUsernameTaken = async (db: Db, username: string): Promise<boolean> => {
  const { rows } = await sql<{
    taken: boolean;
  }>`select tenant.username_taken(${username}, null) as taken`.execute(db);
  return rows[0]?.taken === true;
};

export const addPlatformAdmin = (db: Db, admin: NewPlatformAdmin) =>
  db
    .insertInto("users")
    .values({ ...admin, company_id: null, is_mcc_admin: true })
    .returning("id")
    .executeTakeFirstOrThrow();

export const platformAdminRows = (db: Db) =>
  db
    .selectFrom("users")
    .select(["id", "username", "email", "first_name", "last_name", "last_login"])
    .select(sql<boolean>`password_hash is not null`.as("has_password"))
    .where("is_mcc_admin", "=", true)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();

/** The links that were given out before end: one that was lost must not work. */
export const replaceInvitation = async (db: Db, userId: number, tokenHash: Buffer, seconds: number) => {
  await sql`update password_links set used_at = now() where user_id = ${userId} and used_at is null`.execute(
    db,
  );
  await sql`insert into password_links (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, 'invitation', now() + make_interval(secs => ${seconds}))`.execute(db);
};

/** How long the oldest job that is due has been waiting. */
export const oldestDueJob = async (db: Db): Promise<{ queue: string; minutes: number } | undefined> => {
  const { rows } = await sql<{ queue: string; minutes: number }>`
    select name as queue, floor(extract(epoch from now() - start_after) / 60)::integer as minutes
    from pgboss.job where state = 'created' and start_after < now() and name not like '\\_\\_pgboss\\_\\_%'
    order by start_after limit 1`.execute(db);
  return rows[0];
};

/** The companies by how far they are, at most this many: a checklist needs to know whether there are any. */
export const companiesSetUp = async (db: Db) => {
  const { rows } = await sql<{ companies: number; configured: number; administered: number }>`
    select count(*)::integer as companies, count(*) filter (where configured)::integer as configured,
      count(*) filter (where configured and administered)::integer as administered
    from (
      select exists (select from company_configurations where company_id = company.id) as configured,
        exists (select from users where company_id = company.id and is_company_admin and deleted_at is null
          and password_hash is not null) as administered
      from companies as company limit 1000) as found`.execute(db);
  return rows[0] as { companies: number; configured: number; administered: number };
};
