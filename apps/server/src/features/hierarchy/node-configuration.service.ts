import { hierarchyMessages as says } from "@mcc/contract/hierarchy/hierarchy.messages.ts";
import type {
  NewNodeConfiguration,
  NodeConfiguration,
  NodeConfigurationChanges,
} from "@mcc/contract/hierarchy/node-configuration.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { announceHierarchy } from "./hierarchy-changes.service.ts";
import * as queries from "./node-configuration.queries.ts";
import { lockNode } from "./nodes.queries.ts";

export { isBuyoutNode } from "./node-configuration.queries.ts";
/** The prefix of the usernames at a node, or of the company without one; nothing when there is no such node. */
export { findUsernamePrefix as usernamePrefix } from "./username-prefix.queries.ts";

export const findNodeConfiguration = async (
  scope: CompanyScope,
  nodeId: number,
): Promise<NodeConfiguration> => (await queries.findConfiguration(scope, nodeId)) ?? fail("not_found");

const lockConfiguration = async (scope: CompanyScope, nodeId: number) => {
  if (!(await lockNode(scope, nodeId))) fail("not_found");
  return queries.findConfiguration(scope, nodeId);
};

/** The sites follow the buyout node, the pages and the audit learn of it. */
const finishChange = async (
  services: Services,
  scope: CompanyScope,
  nodeId: number,
  { action, now, before }: Change,
): Promise<void> => {
  await queries.setBuyoutSites(scope, { nodeId, isBuyout: await queries.isBuyoutNode(scope, nodeId) });
  await addChangeEntry(scope, {
    action: `node_configuration.${action}`,
    record: { id: nodeId, ...now },
    before: before && { id: nodeId, ...before },
  });
  announceHierarchy(services, scope);
};
interface Change {
  readonly action: "created" | "updated" | "deleted";
  readonly now: NodeConfiguration;
  readonly before?: NodeConfiguration;
}

export const createNodeConfiguration = async (
  services: Services,
  scope: CompanyScope,
  nodeId: number,
  given: NewNodeConfiguration,
): Promise<NodeConfiguration> => {
  if (await lockConfiguration(scope, nodeId)) fail("node.configured");
  await queries.addConfiguration(scope, nodeId, given);
  await finishChange(services, scope, nodeId, { action: "created", now: given });
  return findNodeConfiguration(scope, nodeId);
};

/** A change without effect is not audited. */
export const updateNodeConfiguration = async (
  services: Services,
  scope: CompanyScope,
  nodeId: number,
  changes: NodeConfigurationChanges,
): Promise<NodeConfiguration> => {
  const before = (await lockConfiguration(scope, nodeId)) ?? fail("not_found");
  const now = { ...before, ...changes };
  if (JSON.stringify(now) === JSON.stringify(before)) return before;
  await queries.setConfiguration(scope, nodeId, now);
  await finishChange(services, scope, nodeId, { action: "updated", now, before });
  return findNodeConfiguration(scope, nodeId);
};

export const deleteNodeConfiguration = async (services: Services, scope: CompanyScope, nodeId: number) => {
  const now = (await lockConfiguration(scope, nodeId)) ?? fail("not_found");
  await queries.deleteConfiguration(scope, nodeId);
  await finishChange(services, scope, nodeId, { action: "deleted", now });
  return { detail: says.configurationDeleted };
};
