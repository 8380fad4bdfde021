import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { sql } from "kysely";
import { findGroupRecord, groupSource } from "../../features/hierarchy/groups.list.ts";
import * as moveQueries from "../../features/hierarchy/move-preview.queries.ts";
import * as configurationQueries from "../../features/hierarchy/node-configuration.queries.ts";
import * as fileQueries from "../../features/hierarchy/node-file.queries.ts";
import { findNodeRecord, findPlaces, nodeSource } from "../../features/hierarchy/nodes.list.ts";
import * as nodeQueries from "../../features/hierarchy/nodes.queries.ts";
import { treeRows } from "../../features/hierarchy/tree.queries.ts";
import * as unassignedQueries from "../../features/hierarchy/unassigned.queries.ts";
import { findUsernamePrefix, usernamePrefixes } from "../../features/hierarchy/username-prefix.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { groupSuggestions, mustHaveGroups } from "../../platform/lists/group-filters.ts";
import * as siteGroups from "../../platform/lists/site-groups.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };
const REQUEST = { params: undefined, url: new URL("http://localhost/") };
const groups = (query: Parameters<typeof groupList.page.query.parse>[0]) => (scope: CompanyScope) =>
  groupSource.page(scope, groupList.page.query.parse(query), REQUEST);
const nodes = (query: Parameters<typeof nodeList.page.query.parse>[0]) => (scope: CompanyScope) =>
  nodeSource.page(scope, nodeList.page.query.parse(query), REQUEST);

export const hierarchy: readonly SnapshotCase[] = [
  { title: "groups", run: groups({}) },
  { title: "groups shown in the tree", run: groups({ tree_visibility: "true" }) },
  { title: "a group", run: (scope) => findGroupRecord(scope, 5) },
  {
    title: "the groups that filters name",
    run: (scope) => mustHaveGroups(scope, { group_5: ["North"] }),
    answer: () => [{ id: 5 }],
  },
  { title: "nodes", run: nodes({}), answer: () => [{ id: 4 }] },
  {
    title: "nodes, filtered, searched, by parent",
    run: nodes({ name: "nor", type: "Region", search: "12", ordering: "-parent" }),
    answer: () => [{ id: 4 }],
  },
  { title: "nodes for selectors", run: nodes({ liteVersion: "true", limit: "1000000" }) },
  { title: "a node", run: (scope) => findNodeRecord(scope, 4), answer: () => [{ id: 4 }] },
  { title: "sites of a node", run: (scope) => findPlaces(scope, 4, "sites", WINDOW) },
  { title: "users of a node", run: (scope) => findPlaces(scope, 4, "users", WINDOW) },
  { title: "the end of a node", run: (scope) => nodeQueries.deleteNode(scope, 4) },
  { title: "sites get a node", run: (scope) => nodeQueries.assignToNode(scope, "sites", 4, [21, 22]) },
  { title: "what moves with a node", run: (scope) => moveQueries.countMoved(scope, 4) },
  {
    title: "who gains and loses sites by a move",
    run: (scope) => moveQueries.movedUsers(scope, { nodeId: 4, from: 1, to: 2 }),
  },
  { title: "a configuration", run: (scope) => configurationQueries.findConfiguration(scope, 4) },
  {
    title: "sites without a node",
    run: (scope) => unassignedQueries.unassignedSiteRows(scope, { ...WINDOW, search: "yard" }),
  },
  {
    title: "users without a node",
    run: (scope) => unassignedQueries.unassignedUserRows(scope, WINDOW),
  },
  { title: "the tree", run: (scope) => treeRows(scope) },
  { title: "prefix of usernames", run: (scope) => findUsernamePrefix(scope, 4) },
  { title: "prefix of the company's usernames", run: (scope) => findUsernamePrefix(scope, null) },
  {
    title: "prefixes of many nodes",
    run: (scope) =>
      usernamePrefixes(
        scope,
        Array.from({ length: 101 }, (_, node) => node),
      ),
  },
  { title: "whether a node is a buyout node", run: (scope) => configurationQueries.isBuyoutNode(scope, 4) },
  {
    title: "names of a group's nodes",
    run: (scope) => groupSuggestions(scope, { field: "group_4", group_4: ["north"] }),
  },
  {
    title: "groups of sites",
    run: (scope) => siteGroups.groupsOfSites(scope, { name: "given", ids: sql`${[21, 22]}::bigint[]` }),
  },
  {
    title: "users placed at them",
    run: (scope) => fileQueries.placeAtNodes(scope, "users", [{ id: 3, node_id: 32 }]),
  },
  {
    title: "their audit entries",
    run: (scope) => fileQueries.addNodeEntries(scope, [{ id: 32, name: "North" }]),
  },
];
