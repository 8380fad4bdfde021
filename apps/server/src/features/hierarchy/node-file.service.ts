import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { groupService } from "./groups.service.ts";
import { followScopeChange } from "./hierarchy-changes.service.ts";
import { isBuyoutNode, setBuyoutSites } from "./node-configuration.queries.ts";
import * as queries from "./node-file.queries.ts";

/** Until the transaction ends, no other node of the company is created or moved. */
export { lockTree as lockHierarchy } from "./nodes.queries.ts";

/** A node of a file, which was checked: names differ, and there is no cycle. */
export interface NodeOfFile {
  readonly name: string;
  readonly group: string;
  /** The name of another node of the file, the id of one of the company, or nothing for the root. */
  readonly parent: string | number | null;
  /** Users and sites without a node. */
  readonly users: readonly number[];
  readonly sites: readonly number[];
}

/** The ids of all groups by their names in small letters; those that are missing are created. */
const groupIds = async (
  services: Services,
  scope: CompanyScope,
  nodes: readonly NodeOfFile[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map(known);
  for (const { group } of nodes) {
    const key = group.toLowerCase();
    if (!ids.has(key)) ids.set(key, (await groupService(services).create(scope, { name: group })).id);
  }
  return ids;
};

const isChild = (node: NodeOfFile): node is NodeOfFile & { parent: string } =>
  typeof node.parent === "string";

/** Parents before their children: level by level, however the file orders them. */
const levelsOf = (nodes: readonly NodeOfFile[]): NodeOfFile[][] => {
  const children = Map.groupBy(nodes.filter(isChild), ({ parent }) => parent);
  const levels: NodeOfFile[][] = [];
  let level = nodes.filter((node) => !isChild(node));
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ name }) => children.get(name) ?? []);
  }
  return levels;
};

/** Saves the nodes of a file. Whoever calls it has locked the hierarchy. */
export const addNodesOfFile = async (
  services: Services,
  scope: CompanyScope,
  nodes: readonly NodeOfFile[],
  knownGroups: ReadonlyMap<string, number>,
): Promise<void> => {
  const groups = await groupIds(services, scope, nodes, knownGroups);
  const groupOf = ({ group }: NodeOfFile) => groups.get(group.toLowerCase()) ?? fail("not_found");
  const ids = new Map<string, number>();
  const parentOf = ({ parent }: NodeOfFile) =>
    typeof parent === "string" ? (ids.get(parent) ?? fail("not_found")) : parent;
  for (const level of levelsOf(nodes)) {
    const rows = level.map((node) => ({
      name: node.name,
      group_id: groupOf(node),
      parent_id: parentOf(node),
    }));
    for (const [name, id] of await queries.addNodes(scope, rows)) ids.set(name, id);
  }
  const idOf = ({ name }: NodeOfFile) => ids.get(name) ?? fail("not_found");
  const placed = (kind: "users" | "sites") =>
    nodes.flatMap((node) => node[kind].map((id) => ({ id, node_id: idOf(node) })));
  await queries.placeAtNodes(scope, "users", placed("users"));
  await queries.placeAtNodes(scope, "sites", placed("sites"));
  if (nodes.some(({ sites }) => sites.length > 0)) {
    for (const node of nodes.filter((one) => typeof one.parent === "number")) {
      const nodeId = idOf(node);
      await setBuyoutSites(scope, { nodeId, isBuyout: await isBuyoutNode(scope, nodeId) });
    }
  }
  await queries.addNodeEntries(
    scope,
    nodes.map((node) => ({
      ...{ id: idOf(node), name: node.name, organization_group: groupOf(node), parent: parentOf(node) },
      ...{ sites: node.sites, users: node.users },
    })),
  );
  await followScopeChange(services, scope);
};
