import { Button } from "@mantine/core";
import { deleteNode, nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { NodeRow } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { IconBinaryTree2, IconCategory, IconFilterCog } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { hierarchyTexts } from "./hierarchy.texts.ts";
import { namedNode, nodeTexts as texts } from "./nodes-and-groups.texts.ts";
import { nodeColumns, nodeLink } from "./nodes-columns.tsx";
import { refreshHierarchy } from "./refresh-hierarchy.ts";

const loadCreateNode = async () => (await import("./create-node.tsx")).CreateNode;

const askToDelete = (node: NodeRow): Promise<void> =>
  confirmDelete({
    key: [deleteNode.path, node.id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(node.name),
    confirm: texts.delete,
    send: () => call(deleteNode, { params: { id: node.id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshHierarchy,
  });

/** Only a leaf without sites and users can be deleted, and never the root (HIER-089). */
const isDeletable = ({ is_root, children, sites_count, users_count }: NodeRow): boolean =>
  !is_root && children?.length === 0 && sites_count === 0 && users_count === 0;

const icon = { size: 16, "aria-hidden": true } as const;
const places = [
  { to: "/hierarchy/policies", label: texts.policies, picture: <IconFilterCog {...icon} /> },
  { to: "/hierarchy/tree", label: texts.tree, picture: <IconBinaryTree2 {...icon} /> },
  { to: "/hierarchy/groups", label: texts.groups, picture: <IconCategory {...icon} /> },
] as const;

/** The nodes of the company's hierarchy, for its admins. */
export const NodesPage = () => {
  const list = useListState(nodeList);
  const navigate = useNavigate();
  return (
    <Page
      section={hierarchyTexts.section}
      title={texts.title}
      actions={
        <>
          {places.map(({ to, label, picture }) => (
            <Button
              key={to}
              variant="default"
              leftSection={picture}
              renderRoot={(props: object) => <Link {...props} to={to} />}
            >
              {label}
            </Button>
          ))}
          <CreateButton label={texts.create} load={loadCreateNode} />
        </>
      }
    >
      <ResourceTable
        list={list}
        noun="Nodes"
        searched={texts.searched}
        messages={{ failed: hierarchyTexts.nodesFailed, searchFailed: hierarchyTexts.nodesFailed }}
        columns={nodeColumns}
        rowKey={({ id }) => id}
        actions={(node: NodeRow) => (
          <RecordActions
            name={namedNode(node)}
            edit={nodeLink(node, list.search)}
            onDelete={isDeletable(node) ? () => askToDelete(node) : undefined}
          />
        )}
        maxActions={2}
        open={(node: NodeRow) => void navigate(nodeLink(node, list.search))}
      />
    </Page>
  );
};
