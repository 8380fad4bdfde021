import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { allConditions, contains } from "../../platform/lists/list.ts";
import { visibleSites } from "./site-users.queries.ts";

export interface FoundSite {
  id: number;
  name: string;
  location_name: string | null;
  business_unit: string | null;
  region: string | null;
}

/** So many matches are sorted, of however many there are. */
const MOST_SORTED = 200;

/** Sites with this in their name or location name: the one of exactly this name, then those that begin with it. */
export const sitesByName = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<FoundSite[]> => {
  const visible = allConditions(visibleSites(scope));
  const fields = sql`select id, name, location_name, business_unit, region from sites where ${visible}`;
  const { rows } = await sql<FoundSite>`
    select * from (
      ${fields} and lower(name) = lower(${typed})
      union
      (${fields} and (${contains(sql`name`, typed)} or ${contains(sql`location_name`, typed)})
        limit ${sql.lit(MOST_SORTED)})) as found
    order by lower(name) = lower(${typed}) desc, starts_with(lower(name), lower(${typed})) desc,
      ${naturalSort(sql`name`)}, id
    limit ${limit}`.execute(scope.db);
  return rows;
};
