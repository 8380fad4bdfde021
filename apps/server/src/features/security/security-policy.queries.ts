import type { SecurityPolicy } from "@mcc/contract/security/security-policy.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

const FIELDS = [
  "second_factor",
  "idle_minutes",
  "session_hours",
  "networks",
  "confirm_minutes",
  "confirm_rules",
  "sso_required",
  "emergency_admins",
  "assistants",
] as const;

const stored = (policy: SecurityPolicy) => ({
  ...policy,
  networks: [...policy.networks],
  emergency_admins: [...policy.emergency_admins],
});

/** Nothing for a company that never changed it. */
export const findPolicy = ({ db }: CompanyData) =>
  db.selectFrom("security_policies").select(FIELDS).executeTakeFirst();

/** Two changes at once wait for each other, also the first two: so the row is there before it is locked. */
export const lockPolicy = async ({ db }: CompanyData, atFirst: SecurityPolicy) => {
  await db
    .insertInto("security_policies")
    .values(stored(atFirst))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom("security_policies").select(FIELDS).forUpdate().executeTakeFirstOrThrow();
};

export const savePolicy = ({ db }: CompanyData, policy: SecurityPolicy) =>
  db
    .updateTable("security_policies")
    .set({ ...stored(policy), updated_at: sql`now()` })
    .execute();

/** Whether people can sign in with an identity provider, how this session was opened, and which users are admins. */
export const singleSignOnNow = async ({ db, companyId }: CompanyData, sessionId: string) => {
  const { rows } = await sql<{ has_connection: boolean; method: string | null; admins: number[] }>`
    select exists (select from sso_connections where company_id = ${companyId} and enabled) as has_connection,
      (select method from sessions where id = ${sessionId}) as method,
      array(select id from users where company_id = ${companyId} and is_company_admin and deleted_at is null
        and disabled_at is null) as admins`.execute(db);
  return rows[0] as { has_connection: boolean; method: string | null; admins: number[] };
};

/** By the operator; returns the company, if there is one of that name with networks. */
export const deleteNetworks = async (db: Kysely<Tables>, slug: string) => {
  const { rows } = await sql<{ id: number; networks: string[] }>`
    with before as (
      select companies.id, policy.networks from companies
      join security_policies policy on policy.company_id = companies.id
      where companies.slug_name = ${slug} and policy.networks <> '{}' for update of policy)
    update security_policies set networks = '{}', updated_at = now() from before
    where company_id = before.id returning before.id, before.networks`.execute(db);
  return rows[0];
};

/** By the operator; returns the company, if there is one of that name that requires single sign-on. */
export const requireNoSso = async (db: Kysely<Tables>, slug: string) => {
  const { rows } = await sql<{ id: number }>`
    update security_policies set sso_required = false, updated_at = now()
    from companies where companies.id = company_id and companies.slug_name = ${slug} and sso_required
    returning companies.id`.execute(db);
  return rows[0];
};

interface Affected {
  readonly required_count: number;
  readonly enroll_count: number;
  readonly enroll_users: { id: number; name: string; username: string }[];
}

/** The users of whom a policy requires a second factor; second factors are not among what requests can read. */
export const affectedUsers = async (
  db: Kysely<Tables>,
  companyId: number,
  { second_factor, sso_required, emergency_admins }: SecurityPolicy,
  most: number,
): Promise<Affected> => {
  const { rows } = await sql<Affected>`
    with required as (
      select id, username, has_second_factor, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name
      from users where company_id = ${companyId} and deleted_at is null and disabled_at is null
        and (not ${sso_required}::boolean or id = any(${[...emergency_admins]}::bigint[]))
        and case ${second_factor}::text when 'everybody' then true when 'approvers' then mcc.decides(users) else false end)
    select count(*)::int as required_count, (count(*) filter (where not has_second_factor))::int as enroll_count,
      coalesce((select json_agg(first) from (
        select id, name, username from required where not has_second_factor
        order by name collate tenant.by_name, id limit ${most}) as first), '[]') as enroll_users
    from required`.execute(db);
  return rows[0] as Affected;
};

/** The open sessions of a company, with what a policy looks at. */
export const openSessions = async ({ db }: CompanyData) => {
  const { rows } = await sql<{ address: string; age: number; idle: number; method: string; user_id: number }>`
    select address, method, user_id, extract(epoch from now() - created_at)::int as age,
      extract(epoch from now() - last_used_at)::int as idle
    from sessions where ended_at is null and expires_at > now()`.execute(db);
  return rows;
};
