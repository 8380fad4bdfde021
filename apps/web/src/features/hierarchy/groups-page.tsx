import { deleteGroup, groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import type { Group } from "@mcc/contract/hierarchy/groups.schema.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { linkOptions, useNavigate } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { type Search, useListState, useSearch } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { FirstFew, fewWords } from "../../platform/lists/table/first-few.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { linkState } from "../../platform/records/edit-or-clone.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import classes from "./groups-page.module.css";
import { hierarchyTexts } from "./hierarchy.texts.ts";
import { namedNode, nodeTexts, groupTexts as texts } from "./nodes-and-groups.texts.ts";
import { refreshHierarchy } from "./refresh-hierarchy.ts";

const loadCreateGroup = async () => (await import("./create-group.tsx")).CreateGroup;

const groupLink = (group: Group, back: Search) =>
  linkOptions({
    to: "/hierarchy/groups/$id",
    params: { id: String(group.id) },
    state: linkState(group, back),
  });

const NameCell = ({ group }: { group: Group }) => (
  <RecordLink to={groupLink(group, useSearch())}>{group.name}</RecordLink>
);

const NodesCell = ({ group: { name, nodes, nodes_count } }: { group: Group }) => (
  <span className={classes.nodes}>
    <span className={classes.count}>{nodes_count.toLocaleString("en-US")}</span>
    {nodes_count > 0 && (
      <FirstFew
        title="Nodes"
        noun="nodes"
        of={name}
        names={nodes.map(namedNode)}
        count={nodes_count}
        all={async () => {
          const { PagedNames } = await import("../../platform/lists/table/paged-names.tsx");
          const query = { type: name, liteVersion: "true" };
          return <PagedNames endpoint={nodeList.page} ask={{ query }} nameOf={namedNode} />;
        }}
      />
    )}
  </span>
);

const columns: RowColumns<typeof groupList> = {
  name: { cell: (group) => <NameCell group={group} />, identifies: true, width: [150, 300] },
  nodes: {
    value: ({ nodes, nodes_count }) => fewWords(nodes.map(namedNode), nodes_count),
    cell: (group) => <NodesCell group={group} />,
    width: [300, 900],
    card: "detail",
  },
};

const askToDelete = ({ id, name }: Group): Promise<void> =>
  confirmDelete({
    key: [deleteGroup.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name),
    confirm: texts.delete,
    send: () => call(deleteGroup, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshHierarchy,
  });

/** The groups of the company's nodes. */
export const GroupsPage = () => {
  const list = useListState(groupList);
  const navigate = useNavigate();
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/hierarchy", label: nodeTexts.title }], texts.title)}
      actions={<CreateButton label={texts.create} load={loadCreateGroup} />}
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        messages={{ failed: hierarchyTexts.groupsFailed, searchFailed: hierarchyTexts.groupsFailed }}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(group: Group) => (
          <RecordActions
            name={group.name}
            edit={groupLink(group, list.search)}
            onDelete={group.nodes_count === 0 ? () => askToDelete(group) : undefined}
          />
        )}
        maxActions={2}
        open={(group: Group) => void navigate(groupLink(group, list.search))}
      />
    </Page>
  );
};
