import * as groupContract from "@mcc/contract/hierarchy/groups.api.ts";
import * as configurationContract from "@mcc/contract/hierarchy/node-configuration.api.ts";
import * as nodeContract from "@mcc/contract/hierarchy/nodes.api.ts";
import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import * as unassignedContract from "@mcc/contract/hierarchy/unassigned.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { groupSource } from "./groups.list.ts";
import { groupService } from "./groups.service.ts";
import { previewNodeMove } from "./move-preview.service.ts";
import * as configurations from "./node-configuration.service.ts";
import { nodeSource } from "./nodes.list.ts";
import * as nodes from "./nodes.service.ts";
import { findTree } from "./tree.service.ts";
import * as unassigned from "./unassigned.service.ts";

const groupRoutes = (services: Services) => {
  const groups = groupService(services);
  return [
    ...listRoutes(groupContract.groupList, groupSource),
    route(groupContract.findGroup, (scope, { params }) => groups.find(scope, params.id)),
    route(groupContract.createGroup, (scope, { body }) => groups.create(scope, body)),
    route(groupContract.updateGroup, (scope, { params, body }) => groups.update(scope, params.id, body)),
    route(groupContract.deleteGroup, (scope, { params }) => groups.delete(scope, params.id)),
  ];
};

const nodeRoutes = (services: Services) => [
  ...listRoutes(nodeContract.nodeList, nodeSource),
  route(nodeContract.findNode, (scope, { params }) => nodes.findNode(scope, params.id)),
  route(nodeContract.createNode, (scope, { body }) => nodes.createNode(services, scope, body)),
  route(nodeContract.updateNode, (scope, { params, body }) =>
    nodes.updateNode(services, scope, params.id, body),
  ),
  route(nodeContract.deleteNode, (scope, { params }) => nodes.deleteNode(services, scope, params.id)),
  route(nodeContract.previewNodeMove, (scope, { params, body }) => previewNodeMove(scope, params.id, body)),
  route(nodeContract.nodeSites, async (scope, { params, query }, { url }) =>
    withPageLinks(await nodes.nodePlaces(scope, params.id, "sites", query), query, url),
  ),
  route(nodeContract.nodeUsers, async (scope, { params, query }, { url }) =>
    withPageLinks(await nodes.nodePlaces(scope, params.id, "users", query), query, url),
  ),
];

const configurationRoutes = (services: Services) => [
  route(configurationContract.findNodeConfiguration, (scope, { params }) =>
    configurations.findNodeConfiguration(scope, params.id),
  ),
  route(configurationContract.createNodeConfiguration, (scope, { params, body }) =>
    configurations.createNodeConfiguration(services, scope, params.id, body),
  ),
  route(configurationContract.updateNodeConfiguration, (scope, { params, body }) =>
    configurations.updateNodeConfiguration(services, scope, params.id, body),
  ),
  route(configurationContract.deleteNodeConfiguration, (scope, { params }) =>
    configurations.deleteNodeConfiguration(services, scope, params.id),
  ),
];

const unassignedRoutes = [
  route(unassignedContract.unassignedSites, async (scope, { query }, { url }) =>
    withPageLinks(await unassigned.unassignedSites(scope, query), query, url),
  ),
  route(unassignedContract.unassignedUsers, async (scope, { query }, { url }) =>
    withPageLinks(await unassigned.unassignedUsers(scope, query), query, url),
  ),
];

export const hierarchyRoutes = (services: Services) => [
  ...groupRoutes(services),
  ...nodeRoutes(services),
  ...configurationRoutes(services),
  ...unassignedRoutes,
  route(hierarchyTree, (scope) => findTree(scope)),
];
