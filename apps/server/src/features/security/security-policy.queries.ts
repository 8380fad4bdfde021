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
] as const;

/** Nothing for a company that never changed it. Two changes at once wait for each other. */
export const findPolicy = ({ db }: CompanyData, isToChange = false) => {
  const found = db.selectFrom("security_policies").select(FIELDS);
  return (isToChange ? found.forUpdate() : found).executeTakeFirst();
};

export const savePolicy = ({ db }: CompanyData, policy: SecurityPolicy) =>
  db
    .insertInto("security_policies")
    .values({ ...policy, networks: [...policy.networks] })
    .onConflict((conflict) =>
      conflict
        .column("company_id")
        .doUpdateSet({ ...policy, networks: [...policy.networks], updated_at: sql`now()` }),
    )
    .execute();

interface Affected {
  readonly required_count: number;
  readonly enroll_count: number;
  readonly enroll_users: { id: number; name: string; username: string }[];
}

/** The users of whom a policy requires a second factor; second factors are not among what requests can read. */
export const affectedUsers = async (
  db: Kysely<Tables>,
  companyId: number,
  secondFactor: SecurityPolicy["second_factor"],
  most: number,
): Promise<Affected> => {
  const { rows } = await sql<Affected>`
    with required as (
      select id, username, has_second_factor, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name
      from users where company_id = ${companyId} and deleted_at is null and disabled_at is null
        and case ${secondFactor}::text when 'everybody' then true when 'approvers' then mcc.decides(users) else false end)
    select count(*)::int as required_count, (count(*) filter (where not has_second_factor))::int as enroll_count,
      coalesce((select json_agg(first) from (
        select id, name, username from required where not has_second_factor
        order by name collate tenant.by_name, id limit ${most}) as first), '[]') as enroll_users
    from required`.execute(db);
  return rows[0] as Affected;
};

/** The open sessions of a company, with what a policy looks at. */
export const openSessions = async ({ db }: CompanyData) => {
  const { rows } = await sql<{ address: string; age: number; idle: number }>`
    select address, extract(epoch from now() - created_at)::int as age,
      extract(epoch from now() - last_used_at)::int as idle
    from sessions where ended_at is null and expires_at > now()`.execute(db);
  return rows;
};
