import {
  type OrganizationNode,
  organizationGroups,
  organizationNodes,
} from "@mcc/contract/hierarchy/hierarchy.api.ts";
import type { Ask, Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { EVERYTHING } from "@mcc/contract/kit/list.ts";
import { allSites } from "@mcc/contract/sites/sites.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reading } from "./api.ts";
import type { GroupColumn } from "./resource-table-columns.ts";
import { useToldFailure } from "./resource-table-data.ts";
import { useSessionUser } from "./session-user.ts";
import { tableTexts as says } from "./table.texts.ts";

const NONE: readonly GroupColumn[] = [];
const everything = { query: { limit: String(EVERYTHING) } };

/** A lookup that a list does without when it fails, telling so once. */
const useLookup = <E extends Endpoint>(endpoint: E, ask: Ask<E>, enabled: boolean, failed: string) => {
  const { data, error } = useQuery({
    ...reading(endpoint, ask),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  useToldFailure(error, failed);
  return { found: data, failed: error !== null };
};

/** A node and every node above it. */
const pathOf = (node: number | null, nodes: ReadonlyMap<number, OrganizationNode>): OrganizationNode[] => {
  const here = node === null ? undefined : nodes.get(node);
  return here ? [here, ...pathOf(here.parent, nodes)] : [];
};

/** Per group, the names of its nodes that stand above one of the sites, in the order of the nodes. */
export const nodeNamesByGroup = (
  nodes: readonly OrganizationNode[],
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

/** The groups that become columns; undefined while they are on their way, none when they cannot be had. */
export const useGroupColumns = (): readonly GroupColumn[] | undefined => {
  const enabled = useSessionUser().company?.has_company_hierarchy === true;
  const groups = useLookup(organizationGroups, everything, enabled, says.groupsFailed);
  const nodes = useLookup(organizationNodes, everything, enabled, says.nodesFailed);
  const lite = { query: { ...everything.query, liteVersion: "true" } };
  const sites = useLookup(allSites, lite, enabled, says.sitesFailed);
  const columns = useMemo(() => {
    const siteNodes = sites.found?.results.map(({ node }) => node) ?? [];
    const names = nodeNamesByGroup(nodes.found?.results ?? [], siteNodes);
    return groups.found?.results.map(({ id, name }) => ({ id, name, options: names.get(id) ?? [] }));
  }, [groups.found, nodes.found, sites.found]);
  return enabled && !groups.failed ? columns : NONE;
};
