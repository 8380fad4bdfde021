import { GROUPS_CLAIM } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** The groups that a user has now, as claims. */
const groupsNow = (companyId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  jsonb_build_object(${sql.lit(GROUPS_CLAIM)}, coalesce((
    select jsonb_agg(groups.display_name order by groups.id) from directory_members member
    join directory_groups groups on groups.company_id = ${companyId} and groups.id = member.group_id
    where member.company_id = ${companyId} and member.user_id = ${userId}), '[]'))`;

/** Keeps the groups that these users, who are locked, have now as what the directory says of them. */
export const saveGroupClaims = async (
  { db, companyId }: CompanyScope,
  userIds: readonly number[],
): Promise<void> => {
  await sql`insert into user_claims (user_id, source, claims)
    select users.id, 'directory', ${groupsNow(sql`${companyId}`, sql`users.id`)}
    from users where users.company_id = ${companyId} and users.id = any(${userIds}::bigint[])
      and users.deleted_at is null
    order by users.id
    on conflict (company_id, user_id, source) do update set claims = excluded.claims, updated_at = now()`.execute(
    db,
  );
};

const areWrong = (companyId: RawBuilder<unknown>) => sql`
  known.source = 'directory' and known.claims <> ${groupsNow(companyId, sql`known.user_id`)}
  and exists (select from users where users.company_id = ${companyId} and users.id = known.user_id
    and users.deleted_at is null)`;

/** Users of whom other groups are kept than they have. */
export const usersWithWrongClaims = async ({ db, companyId }: CompanyScope): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`select known.user_id from user_claims known
    where known.company_id = ${companyId} and ${areWrong(sql`${companyId}`)}`.execute(db);
  return rows.map(({ user_id }) => user_id);
};

export const companiesWithWrongClaims = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`select distinct known.company_id from user_claims known
    where ${areWrong(sql`known.company_id`)}`.execute(db);
  return rows.map(({ company_id }) => company_id);
};
