import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { LiteNode } from "@mcc/contract/hierarchy/nodes.schema.ts";
import type { Endpoint, EndpointRequest } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { allSites } from "@mcc/contract/sites/sites.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryFor } from "../../platform/api/call.ts";
import type { GroupColumn } from "../../platform/lists/columns/table-columns.ts";
import { useFailureToast } from "../../platform/lists/list-page.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { hierarchyTexts as texts } from "./hierarchy.texts.ts";

const NONE: readonly GroupColumn[] = [];
const everything = { query: { limit: String(ALL_ROWS) } };
const lite = { query: { ...everything.query, liteVersion: "true" } };

/** Data that a list can do without: a failure is reported once. */
const useLookup = <E extends Endpoint>(
  endpoint: E,
  ask: EndpointRequest<E>,
  enabled: boolean,
  failed: string,
) => {
  const { data, error } = useQuery({
    ...queryFor(endpoint, ask),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  useFailureToast(error, failed);
  return { found: data, failed: error !== null };
};

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

/** The groups that become columns: undefined while they load, none when they cannot be loaded. */
export const useOrganizationGroups = (): readonly GroupColumn[] | undefined => {
  const enabled = useSessionUser().company?.has_company_hierarchy === true;
  const groups = useLookup(groupList.page, everything, enabled, texts.groupsFailed);
  const nodes = useLookup(nodeList.page, lite, enabled, texts.nodesFailed);
  const sites = useLookup(allSites, lite, enabled, texts.sitesFailed);
  const columns = useMemo(() => {
    const siteNodes = sites.found?.results.map(({ node }) => node) ?? [];
    const names = nodeNamesByGroup(nodes.found?.results ?? [], siteNodes);
    // In the order in which they were created, usually from the largest to the smallest.
    const inOrder = groups.found?.results.toSorted((one, other) => one.id - other.id);
    return inOrder?.map(({ id, name }) => ({ id, name, options: names.get(id) ?? [] }));
  }, [groups.found, nodes.found, sites.found]);
  return enabled && !groups.failed ? columns : NONE;
};
