import type { Group, GroupChanges, NewGroup } from "@mcc/contract/hierarchy/groups.schema.ts";
import { hierarchyMessages as says } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Platform } from "../../platform/platform.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { findGroupRecord } from "./groups.list.ts";
import * as queries from "./groups.queries.ts";
import { announceHierarchy } from "./hierarchy-changes.service.ts";

const uniqueName = { index: "organization_groups_name", field: "name", message: says.groupNameTaken };

const audited = ({ id, name, tree_visibility }: Group) => ({ id, name, tree_visibility });

export const findGroup = async (scope: CompanyScope, id: number): Promise<Group> =>
  (await findGroupRecord(scope, id)) ?? fail("not_found");

export const createGroup = async (
  platform: Platform,
  scope: CompanyScope,
  group: NewGroup,
): Promise<Group> => {
  const { id } = await writeUnique(queries.addGroup(scope, group), uniqueName);
  const record = await findGroup(scope, id);
  await addChangeEntry(scope, { action: "group.created", record: audited(record) });
  announceHierarchy(platform, scope);
  return record;
};

/** A change without effect is not audited. */
export const updateGroup = async (
  platform: Platform,
  scope: CompanyScope,
  id: number,
  changes: GroupChanges,
): Promise<Group> => {
  if (!(await queries.lockGroup(scope, id))) fail("not_found");
  const before = await findGroup(scope, id);
  const record = { ...before, ...changes };
  if (JSON.stringify(record) === JSON.stringify(before)) return before;
  await writeUnique(queries.setGroup(scope, id, changes), uniqueName);
  await addChangeEntry(scope, { action: "group.updated", record: audited(record), before: audited(before) });
  announceHierarchy(platform, scope);
  return record;
};

export const deleteGroup = async (platform: Platform, scope: CompanyScope, id: number) => {
  if (!(await queries.lockGroup(scope, id))) fail("not_found");
  const record = await findGroup(scope, id);
  if (record.nodes_count > 0) fail("group.in_use");
  await queries.deleteGroup(scope, id);
  await addChangeEntry(scope, { action: "group.deleted", record: audited(record) });
  announceHierarchy(platform, scope);
  return { detail: says.groupDeleted };
};
