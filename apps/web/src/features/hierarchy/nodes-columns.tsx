import { Text } from "@mantine/core";
import { type nodeList, nodeSites, nodeUsers } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { NodeRow } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { type Search, useSearch } from "../../platform/lists/list-state.ts";
import { FirstFew, fewWords } from "../../platform/lists/table/first-few.tsx";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { linkState } from "../../platform/records/edit-or-clone.ts";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { namedNode, nodeTexts as texts } from "./nodes-and-groups.texts.ts";

type Person = { readonly first_name: string; readonly last_name: string };

const personName = ({ first_name, last_name }: Person): string => `${first_name} ${last_name}`.trim();

const loadPagedNames = async () => (await import("../../platform/lists/table/paged-names.tsx")).PagedNames;

/** A link to the page of a node. */
export const nodeLink = (node: NodeRow, back: Search) =>
  linkOptions({
    to: "/hierarchy/$id",
    params: { id: String(node.id) },
    state: linkState(node, back),
  });

/** The id is subdued: what a person looks for is the name (HIER-006). */
const WithId = ({ id, children }: { id: number; children: ReactNode }) => (
  <>
    {children}{" "}
    <Text span size="xs" c="dimmed">
      {`(ID: ${id})`}
    </Text>
  </>
);

const NameCell = ({ node }: { node: NodeRow }) => (
  <WithId id={node.id}>
    <RecordLink to={nodeLink(node, useSearch())}>{node.name}</RecordLink>
  </WithId>
);

const SitesCell = ({ node }: { node: NodeRow }) => (
  <FirstFew
    title={texts.sites}
    noun="sites"
    of={namedNode(node)}
    names={(node.sites ?? []).map(({ name }) => name)}
    count={node.sites_count ?? 0}
    counted
    all={async () => {
      const PagedNames = await loadPagedNames();
      return (
        <PagedNames endpoint={nodeSites} ask={{ params: { id: node.id } }} nameOf={({ name }) => name} />
      );
    }}
  />
);

const UsersCell = ({ node }: { node: NodeRow }) => (
  <FirstFew
    title={texts.users}
    noun="users"
    of={namedNode(node)}
    names={(node.users ?? []).map(personName)}
    count={node.users_count ?? 0}
    counted
    all={async () => {
      const PagedNames = await loadPagedNames();
      return <PagedNames endpoint={nodeUsers} ask={{ params: { id: node.id } }} nameOf={personName} />;
    }}
  />
);

export const nodeColumns: RowColumns<typeof nodeList> = {
  name: { value: namedNode, cell: (node) => <NameCell node={node} />, identifies: true, width: [150, 300] },
  parent: {
    value: ({ parent, parent_name: name = null }) =>
      parent === null || name === null ? null : namedNode({ id: parent, name }),
    cell: ({ parent, parent_name }) =>
      parent === null ? <NotAvailable /> : <WithId id={parent}>{parent_name}</WithId>,
    width: [130, 280],
    card: "site",
  },
  type: { width: [100, 180], card: "status" },
  sites: {
    value: ({ sites = [], sites_count = 0 }) =>
      fewWords(
        sites.map(({ name }) => name),
        sites_count,
      ),
    cell: (node) => <SitesCell node={node} />,
    width: [180, 320],
    card: "detail",
  },
  users: {
    value: ({ users = [], users_count = 0 }) => fewWords(users.map(personName), users_count),
    cell: (node) => <UsersCell node={node} />,
    width: [180, 320],
    card: "detail",
  },
};
