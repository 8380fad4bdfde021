import type { NewSupportAccess } from "@mcc/contract/support-access/support-access.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { SessionRow } from "../../platform/access/session-cache.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

interface SupportAccessRow {
  readonly id: number;
  readonly granted_by: string;
  readonly granted_at: Date;
  readonly ends_at: Date;
  readonly reason: string | null;
}

/** Two company admins grant one after the other. */
export const lockSupportAccess = ({ db, companyId }: CompanyScope) =>
  takeLock(db, "supportAccess", companyId);

/** The one that goes on now. */
export const findCurrent = async (db: Db, companyId: number): Promise<SupportAccessRow | undefined> => {
  const { rows } = await sql<SupportAccessRow>`
    select granted.id, ${personName} as granted_by, granted.granted_at, granted.ends_at, granted.reason
    from support_accesses granted join users person
      on person.company_id = granted.company_id and person.id = granted.granted_by
    where granted.company_id = ${companyId} and granted.revoked_at is null and granted.ends_at > now()
    order by granted.ends_at desc limit 1`.execute(db);
  return rows[0];
};

export const addSupportAccess = ({ db, companyId, who }: CompanyScope, { hours, reason }: NewSupportAccess) =>
  sql`insert into support_accesses (company_id, granted_by, reason, ends_at)
    values (${companyId}, ${who.id}, ${reason ?? null}, now() + make_interval(hours => ${hours}))`.execute(
    db,
  );

export const revoke = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .updateTable("support_accesses")
    .set({ revoked_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export interface Admin {
  readonly name: string;
  readonly email: string;
}

/** A company has few admins; no more of them are written to. */
const MOST_WRITTEN_TO = 100;

/** The company admins, but for one. */
export const otherAdmins = async ({ db, companyId, who }: CompanyScope): Promise<Admin[]> => {
  const { rows } = await sql<Admin>`
    select ${personName} as name, person.email from users person
    where person.company_id = ${companyId} and person.is_company_admin and person.id <> ${who.id}
      and person.deleted_at is null and person.disabled_at is null and person.email <> ''
    order by person.id limit ${MOST_WRITTEN_TO}`.execute(db);
  return rows;
};

interface Opened {
  readonly accessId: number;
  readonly openerId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** A session that ends with the support access; the one before, that the same session has opened, ends now. */
export const addSupportSession = async (db: Db, { accessId, openerId, address, userAgent }: Opened) => {
  await sql`update sessions set ended_at = now()
    where rests_on = ${openerId} and support_access_id is not null and ended_at is null`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, expires_at, method, confirmed_at, factor_at, rests_on, support_access_id, address,
      user_agent, device, network)
    select opener.user_id, least(opener.expires_at, granted.ends_at), opener.method, opener.confirmed_at,
      opener.factor_at, opener.id, granted.id, ${address}, ${userAgent}, opener.device, opener.network
    from sessions opener, support_accesses granted
    where opener.id = ${openerId} and granted.id = ${accessId}
    returning id`.execute(db);
  return rows[0]?.id;
};

/** Who the platform admin is in that session. */
export const findSession = async (db: Db, sessionId: string): Promise<SessionRow | undefined> => {
  const { rows } = await sql<SessionRow>`
    select who::text, to_json(site_ids)::text as site_ids from tenant.enter(${sessionId})`.execute(db);
  return rows[0];
};

export const companyExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom("companies").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
