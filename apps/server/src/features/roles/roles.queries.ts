import { roleMessages } from "@mcc/contract/roles/roles.messages.ts";
import type { Role, RoleChanges, RoleRow } from "@mcc/contract/roles/roles.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { namedRecords } from "../../platform/records/named-records.ts";

const named = namedRecords<Role, RoleRow>({
  table: "roles",
  nameTaken: roleMessages.nameTaken,
  usedBy: { table: "users", column: "role_id" },
  fields: ({ companyId }) => [
    "can_impersonate",
    "can_view_order_tracking",
    sql<boolean>`exists (select from approval_rules
        where company_id = ${companyId} and role_id = roles.id)`.as("has_approval_rule"),
  ],
  listed: ({ companyId }) => [
    sql<number>`(select count(*)::int from users
        where company_id = ${companyId} and role_id = roles.id and deleted_at is null)`.as("users_count"),
  ],
});

export const roles = {
  ...named,
  set: (scope: CompanyScope, id: number, changes: RoleChanges) =>
    named.set(scope, id, { ...changes, updated_at: sql`now()` }),
};
