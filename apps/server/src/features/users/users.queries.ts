import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { contains } from "../../platform/lists/list.ts";

/** As the indexes have them. */
export const DISPLAY_NAME = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username)`;
/** As in the index `users_search`. */
export const SEARCHED = sql`users.username || ' ' || users.first_name || ' ' || users.last_name || ' ' || users.email`;

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
