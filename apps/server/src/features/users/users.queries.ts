import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { contains } from "../../platform/lists/list.ts";

interface LiteUserRecord {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
  role: { id: number; name: string } | null;
  is_company_admin: boolean;
  has_approval_rule: boolean;
  count: number;
}

const DISPLAY_NAME = sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)`;
/** As the trigram index has it. */
const SEARCHED = sql`username || ' ' || first_name || ' ' || last_name || ' ' || email`;

/** Every user of the company who is not deleted, by display name. */
export const liteUserRows = async (
  { db, companyId }: CompanyScope,
  { limit, offset, search }: { limit: number; offset: number; search?: string },
): Promise<LiteUserRecord[]> => {
  const searched = search ? sql`and ${contains(SEARCHED, search)}` : sql``;
  const { rows } = await sql<LiteUserRecord>`
    select id, username, first_name, last_name, is_company_admin, count(*) over () as count,
      (select json_build_object('id', roles.id, 'name', roles.name) from roles where roles.id = users.role_id) as role,
      exists (select from approval_rules rule where rule.company_id = ${companyId}
        and (rule.user_id = users.id or rule.role_id = users.role_id)) as has_approval_rule
    from users where company_id = ${companyId} and deleted_at is null ${searched}
    order by ${naturalSort(DISPLAY_NAME)}, id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

interface FoundUser {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
  role: string | null;
}

/** So many matches are sorted, of however many there are. */
const MOST_SORTED = 200;

/** Users with this in their name, username or e-mail address; those whose name begins with it first. */
export const usersByName = async (
  { db, companyId }: CompanyScope,
  typed: string,
  limit: number,
): Promise<FoundUser[]> => {
  const { rows } = await sql<FoundUser>`
    select id, username, first_name, last_name,
      (select name from roles where roles.company_id = ${companyId} and roles.id = found.role_id) as role
    from (
      select id, username, first_name, last_name, role_id, ${DISPLAY_NAME} as name from users
      where company_id = ${companyId} and deleted_at is null and ${contains(SEARCHED, typed)}
      limit ${sql.lit(MOST_SORTED)}) as found
    order by starts_with(lower(name), lower(${typed})) desc, ${naturalSort(sql`name`)}, id
    limit ${limit}`.execute(db);
  return rows;
};
