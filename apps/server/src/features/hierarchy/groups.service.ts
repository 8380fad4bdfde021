import type { Group, GroupChanges, NewGroup } from "@mcc/contract/hierarchy/groups.schema.ts";
import { hierarchyMessages as says } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Services } from "../../platform/services.ts";
import { recordChanges } from "../audit/record-changes.service.ts";
import { findGroupRecord } from "./groups.list.ts";
import * as queries from "./groups.queries.ts";
import { announceHierarchy } from "./hierarchy-changes.service.ts";

const uniqueName = { index: "organization_groups_name", field: "name", message: says.groupNameTaken };

export const groupService = (services: Services) =>
  recordChanges<Group, NewGroup, GroupChanges>({
    type: "group",
    audited: ({ id, name, tree_visibility }) => ({ id, name, tree_visibility }),
    find: findGroupRecord,
    lock: async (scope, id) =>
      (await queries.lockGroup(scope, id)) ? findGroupRecord(scope, id) : undefined,
    add: (scope, group) => writeUnique(queries.addGroup(scope, group), uniqueName),
    set: (scope, id, changes) => writeUnique(queries.setGroup(scope, id, changes), uniqueName),
    remove: queries.deleteGroup,
    mayDelete: (_, { nodes_count }) => {
      if (nodes_count > 0) fail("group.in_use");
    },
    announce: (scope) => announceHierarchy(services, scope),
    deleted: says.groupDeleted,
  });
