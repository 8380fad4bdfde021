import { must } from "@mcc/contract/access/permissions.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { roleMessages } from "@mcc/contract/roles/roles.messages.ts";
import type { NewRole, Role, RoleChanges } from "@mcc/contract/roles/roles.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { countedPage, type Window } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { announceRules, mustKeepApprovers } from "../approvals/deletion-guards.service.ts";
import { deleteRuleOfRole } from "../approvals/rules.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./roles.queries.ts";

const uniqueName = { index: "roles_name", field: "name", message: roleMessages.nameTaken };

export const roles = async (
  scope: CompanyScope,
  { limit, offset, order_by }: Window & { readonly order_by?: unknown },
) => countedPage(await queries.roleRows(scope, { limit, offset, descending: order_by === "-name" }));

export const findRole = async (scope: CompanyScope, id: number): Promise<Role> =>
  (await queries.findRole(scope, id)) ?? fail("not_found");

export const createRole = async (platform: Platform, scope: CompanyScope, { name }: NewRole) => {
  const { id } = await writeUnique(queries.addRole(scope, name), uniqueName);
  const record = await findRole(scope, id);
  await addChangeEntry(scope, { action: "role.created", record });
  announceRules(platform, scope);
  return record;
};

/** Orders that wait keep the name they show. A change that changes nothing is no history. */
export const updateRole = async (
  platform: Platform,
  scope: CompanyScope,
  id: number,
  changes: RoleChanges,
): Promise<Role> => {
  if (changes.can_view_order_tracking !== undefined) must(scope.who, "order-tracking-configuration");
  const before = (await queries.lockRole(scope, id)) ?? fail("not_found");
  const record = { ...before, ...changes };
  if (JSON.stringify(record) === JSON.stringify(before)) return before;
  await writeUnique(queries.setRole(scope, id, changes), uniqueName);
  await addChangeEntry(scope, { action: "role.updated", record, before });
  announceRules(platform, scope);
  return record;
};

/** With its approval rule. Not while users have it: they would lose rights that nobody spoke of. */
export const deleteRole = async (platform: Platform, scope: CompanyScope, id: number) => {
  await mustKeepApprovers(scope, { role: id });
  const record = (await queries.lockRole(scope, id)) ?? fail("not_found");
  const users = await queries.countRoleUsers(scope, id);
  if (users > 0) fail("role.in_use", roleMessages.inUse(users));
  await deleteRuleOfRole(platform, scope, id);
  await queries.deleteRole(scope, id);
  await addChangeEntry(scope, { action: "role.deleted", record });
  announceRules(platform, scope);
  return { detail: roleMessages.deleted };
};
