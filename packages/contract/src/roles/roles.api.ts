import { pageSchema } from "../kit/list.ts";
import { recordEndpoints } from "../kit/record.ts";
import { NewRole, Role, RoleChanges, RoleRow } from "./roles.schema.ts";

export const {
  list: roles,
  find: findRole,
  create: createRole,
  update: updateRole,
  delete: deleteRole,
} = recordEndpoints({
  path: "/accounts/roles/",
  allow: "company-admin",
  names: ["a role", "roles"],
  orderBy: "name",
  page: pageSchema(RoleRow),
  row: Role,
  create: NewRole,
  update: RoleChanges,
  confirm: "rules",
  deleteFails: ["role.in_use", "role.escalation", "role.budget", "approver.needed"],
  notes: {
    update: "`can_view_order_tracking` takes a company with order tracking.",
    delete: "Its approval rule is deleted too. A role that users have, or that an order waits for, stays.",
  },
});
