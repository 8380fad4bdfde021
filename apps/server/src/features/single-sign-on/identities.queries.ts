import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

interface BoundUser {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly is_disabled: boolean;
}

const NAME = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username) as name`;

/** The user that a person of a provider is; the binding of a deleted user does not count. */
export const findBound = async (
  { db, companyId }: CompanyData,
  connectionId: number,
  issuer: string,
  subject: string,
): Promise<BoundUser | undefined> => {
  const { rows } = await sql<BoundUser>`
    select users.id, users.username, ${NAME}, users.disabled_at is not null as is_disabled
    from sso_identities bound join users on users.company_id = ${companyId} and users.id = bound.user_id
    where bound.company_id = ${companyId} and connection_id = ${connectionId} and issuer = ${issuer}
      and subject = ${subject} and users.deleted_at is null`.execute(db);
  return rows[0];
};

/** The user of the company who has an address, and whether somebody at this provider is bound to them. */
export const findByEmail = async ({ db, companyId }: CompanyData, connectionId: number, email: string) => {
  const { rows } = await sql<BoundUser & { is_bound: boolean }>`
    select users.id, users.username, ${NAME}, users.disabled_at is not null as is_disabled,
      exists (select from sso_identities where company_id = ${companyId} and connection_id = ${connectionId}
        and user_id = users.id) as is_bound
    from users where company_id = ${companyId} and lower(email) = lower(${email}) and deleted_at is null`.execute(
    db,
  );
  return rows[0];
};

export const isConfirmedDomain = async ({ db, companyId }: CompanyData, domain: string): Promise<boolean> => {
  const found = await db
    .selectFrom("sso_domains")
    .select("id")
    .where("company_id", "=", companyId)
    .where("domain", "=", domain)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
};

export const bindUser = async (
  { db, companyId }: CompanyData,
  connectionId: number,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  userId: number,
): Promise<void> => {
  await db
    .deleteFrom("sso_identities")
    .where("company_id", "=", companyId)
    .where("connection_id", "=", connectionId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
  await db
    .insertInto("sso_identities")
    .values({ connection_id: connectionId, user_id: userId, issuer, subject })
    .execute();
};

/** What opening a session looks at. */
export const findAccount = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom("users")
    .select(["id", "company_id", "password_hash"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("disabled_at", "is", null)
    .executeTakeFirst();

interface IdentityRecord {
  readonly connection: { readonly id: number; readonly name: string };
  readonly issuer: string;
  readonly subject: string;
  readonly created_at: Date;
}

/** Who a user of the company is at its providers; undefined if there is no such user. */
export const identitiesOf = async (
  { db, companyId }: CompanyData,
  userId: number,
): Promise<IdentityRecord[] | undefined> => {
  const { rows } = await sql<IdentityRecord & { is_bound: boolean }>`
    select bound.id is not null as is_bound, bound.issuer, subject, bound.created_at,
      json_build_object('id', connection.id, 'name', connection.name) as connection
    from users
    left join (sso_identities bound join sso_connections connection
        on connection.company_id = ${companyId} and connection.id = bound.connection_id)
      on bound.company_id = ${companyId} and bound.user_id = users.id
    where users.company_id = ${companyId} and users.id = ${userId} and users.deleted_at is null
    order by connection.id`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ is_bound, ...identity }) => (is_bound ? [identity] : []));
};

/** What somebody is at their providers is removed, with their sessions but `kept`. */
export const unbindUser = async (
  { db, companyId }: CompanyData,
  userId: number,
  kept: string | null,
): Promise<void> => {
  await db
    .deleteFrom("sso_identities")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .execute();
  await sql`select tenant.end_user_sessions(${userId}, ${kept})`.execute(db);
};
