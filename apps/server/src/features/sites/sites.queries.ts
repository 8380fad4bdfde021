import { sql } from "kysely";
import { byName } from "../../platform/names.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/** Every site this scope may see; a deleted one is history. */
export const liteSiteRows = (scope: CompanyScope, { limit, offset }: { limit: number; offset: number }) =>
  scope.db
    .selectFrom("sites")
    .select(["id", "name", "node_id as node", sql<number>`count(*) over ()`.as("count")])
    .where("deleted_at", "is", null)
    .$if(scope.siteIds !== "all", (rows) => rows.where("id", "=", sql<number>`any(${scope.siteIds})`))
    .orderBy(byName(sql.ref("name")))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
