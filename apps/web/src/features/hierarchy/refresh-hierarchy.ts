import { findGroup, groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { findNodeConfiguration } from "@mcc/contract/hierarchy/node-configuration.api.ts";
import { findNode, nodeList, nodeSites, nodeUsers } from "@mcc/contract/hierarchy/nodes.api.ts";
import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import { unassignedSites, unassignedUsers } from "@mcc/contract/hierarchy/unassigned.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches what a change of nodes, groups, sites or users makes stale in the hierarchy. */
export const refreshHierarchy = (): Promise<unknown> =>
  invalidate([
    ...[groupList.page, groupList.suggest, findGroup],
    ...[nodeList.page, nodeList.suggest, findNode, nodeSites, nodeUsers, findNodeConfiguration],
    ...[hierarchyTree, unassignedSites, unassignedUsers],
  ]);
