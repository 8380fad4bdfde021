import { must } from "@mcc/contract/access/permissions.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { roleMessages } from "@mcc/contract/roles/roles.messages.ts";
import type { NewRole, Role, RoleChanges } from "@mcc/contract/roles/roles.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { announceRules, deleteRuleOfRole } from "../approval-rules/approval-rules.service.ts";
import { mustKeepApprovers } from "../approval-steps/deletion-guards.service.ts";
import { recordChanges } from "../audit/record-changes.service.ts";
import { isRoleOfBudget } from "../budgets/budgets.service.ts";
import { roles } from "./roles.queries.ts";

/** Orders that wait keep the name they show when it changes. */
export const roleService = (services: Services) => {
  const changes = recordChanges<Role, NewRole, RoleChanges>({
    ...roles,
    type: "role",
    deleted: roleMessages.deleted,
    announce: (scope) => announceRules(services, scope),
    // Users who have it would lose rights that nobody spoke of. Its approval rule goes with it.
    mayDelete: async (scope, { id }) => {
      const users = await roles.countUses(scope, id);
      if (users > 0) fail("role.in_use", roleMessages.inUse(users));
      if (await isRoleOfBudget(scope, id)) fail("role.budget");
      await deleteRuleOfRole(services, scope, id);
    },
  });
  return {
    ...changes,
    list: roles.list,
    update: (scope: CompanyScope, id: number, given: RoleChanges) => {
      if (given.can_view_order_tracking !== undefined) must(scope.who, "order-tracking-configuration");
      return changes.update(scope, id, given);
    },
    delete: async (scope: CompanyScope, id: number) => {
      await mustKeepApprovers(scope, { role: id });
      return changes.delete(scope, id);
    },
  };
};
