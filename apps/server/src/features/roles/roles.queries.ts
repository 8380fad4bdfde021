import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

export const roleRows = (
  { db }: CompanyScope,
  { limit, offset, descending }: { limit: number; offset: number; descending: boolean },
) =>
  db
    .selectFrom("roles")
    .select((row) => [
      "id",
      "name",
      "can_impersonate",
      "can_view_order_tracking",
      row
        .exists(
          row
            .selectFrom("approval_rules")
            .select("approval_rules.id")
            .whereRef("approval_rules.role_id", "=", "roles.id"),
        )
        .as("has_approval_rule"),
      sql<number>`count(*) over ()`.as("count"),
    ])
    .orderBy(naturalSort(sql.ref("name")), descending ? "desc" : "asc")
    .orderBy("id", descending ? "desc" : "asc")
    .limit(limit)
    .offset(offset)
    .execute();
