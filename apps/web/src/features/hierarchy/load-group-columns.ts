import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { LiteNode } from "@mcc/contract/hierarchy/nodes.schema.ts";
import type { Endpoint, EndpointRequest } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import type { GroupColumn } from "../../platform/lists/columns/table-columns.ts";
import { toast } from "../../platform/page/toast.ts";
import { hierarchyTexts as texts } from "./hierarchy.texts.ts";

const everything = { query: { limit: String(ALL_ROWS) } };
const lite = { query: { ...everything.query, liteVersion: "true" } };

/** A node and every node above it. */
const pathOf = (node: number | null, nodes: ReadonlyMap<number, LiteNode>): LiteNode[] => {
  const here = node === null ? undefined : nodes.get(node);
  return here ? [here, ...pathOf(here.parent, nodes)] : [];
};

/** Per group, the names of its nodes that are ancestors of one of the sites, in the order of the nodes. */
export const nodeNamesByGroup = (
  nodes: readonly LiteNode[],
  siteNodes: readonly (number | null)[],
): Map<number, string[]> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const above = new Set(siteNodes.flatMap((node) => pathOf(node, byId)));
  const names = new Map<number, string[]>();
  for (const { organization_group, name } of nodes.filter((node) => above.has(node))) {
    names.set(organization_group, [...new Set([...(names.get(organization_group) ?? []), name])]);
  }
  return names;
};

const load = <E extends Endpoint>(endpoint: E, ask: EndpointRequest<E>) =>
  queryClient.fetchQuery({ ...queryFor(endpoint, ask), staleTime: 0, retry: 2 });

/** The options of filters can be missing: a list works without them. */
const orNone = async <Row>(
  rows: Promise<{ results: readonly Row[] }>,
  failed: string,
): Promise<readonly Row[]> => {
  try {
    return (await rows).results;
  } catch (error) {
    console.error(failed, error);
    toast.error(failed);
    return [];
  }
};

/** The groups that become columns, with the names of their nodes as options of the filter. */
export const loadGroupColumns = async (): Promise<readonly GroupColumn[]> => {
  const [groups, nodes, sites] = await Promise.all([
    load(groupList.page, everything),
    orNone(load(nodeList.litePage, lite), texts.nodesFailed),
    orNone(load(liteSites, lite), texts.sitesFailed),
  ]);
  const names = nodeNamesByGroup(
    nodes,
    sites.map(({ node }) => node),
  );
  // In the order in which they were created, usually from the largest to the smallest.
  const inOrder = groups.results.toSorted((one, other) => one.id - other.id);
  return inOrder.map(({ id, name }) => ({ id, name, options: names.get(id) ?? [] }));
};
