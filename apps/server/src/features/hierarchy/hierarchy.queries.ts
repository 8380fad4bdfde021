import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

interface Window {
  readonly limit: number;
  readonly offset: number;
}

export const groupRows = (scope: CompanyScope, { limit, offset }: Window, visibility: boolean | undefined) =>
  scope.db
    .selectFrom("organization_groups")
    .select(["id", "name", sql<number>`count(*) over ()`.as("count")])
    .$if(visibility !== undefined, (rows) => rows.where("tree_visibility", "=", visibility as boolean))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();

export const nodeRows = (scope: CompanyScope, { limit, offset }: Window) =>
  scope.db
    .selectFrom("organization_nodes")
    .select([
      "id",
      "name",
      "group_id as organization_group",
      "parent_id as parent",
      sql<number>`count(*) over ()`.as("count"),
    ])
    .orderBy("name")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
