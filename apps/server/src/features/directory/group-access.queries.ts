import { GROUPS_CLAIM } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** Keeps the groups that these users, who are locked, have now as what the directory says of them. */
export const saveGroupClaims = async (
  { db, companyId }: CompanyScope,
  userIds: readonly number[],
): Promise<void> => {
  await sql`insert into user_claims (user_id, source, claims)
    select users.id, 'directory', jsonb_build_object(${sql.lit(GROUPS_CLAIM)}, coalesce((
      select jsonb_agg(groups.display_name order by groups.id) from directory_members member
      join directory_groups groups on groups.company_id = ${companyId} and groups.id = member.group_id
      where member.company_id = ${companyId} and member.user_id = users.id), '[]'))
    from users where users.company_id = ${companyId} and users.id = any(${userIds}::bigint[])
      and users.deleted_at is null
    order by users.id
    on conflict (company_id, user_id, source) do update set claims = excluded.claims, updated_at = now()`.execute(
    db,
  );
};
