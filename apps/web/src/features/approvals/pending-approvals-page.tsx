import { can } from "@mcc/contract/access/permissions.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { Tag } from "@mcc/ui/tag.tsx";
import { TruncatedText } from "@mcc/ui/truncated-text.tsx";
import { IconChecklist } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { prefetch } from "../../platform/api/prefetch.ts";
import { ExportButton } from "../../platform/export/export-button.tsx";
import { useGroupColumns } from "../../platform/lists/columns/group-columns.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { StatusCell } from "./approval-status-cell.tsx";
import { pendingCountText, approvalTexts as texts } from "./approvals.texts.ts";
import { Approvers } from "./approvers.tsx";
import { PendingActions } from "./pending-actions.tsx";
import { nodeOfPending, pendingValues, pendingWidths } from "./pending-columns.ts";
import { pendingLink } from "./pending-link.ts";
import { actsOn, pendingListFor } from "./pending-list.ts";
import { pendingRequest } from "./pending-request.ts";
import { ruleTexts } from "./rules.texts.ts";
import { usePendingCount } from "./use-pending-count.ts";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const prefetchOrder = ({ identifier }: OrderRow): void => prefetch(findOrder, { params: { identifier } });

const PendingTable = () => {
  const back = useSearch();
  const navigate = useNavigate();
  const who = useSessionUser();
  const waiting = usePendingCount();
  const acts = actsOn(who, waiting);
  const groups = useGroupColumns();
  const loadExport = async () => {
    const { exportPending } = await import("./export-pending.ts");
    return (state: ListQuery) => exportPending(state, { who, waiting, groups });
  };
  const look = useMemo(
    () => ({
      values: pendingValues,
      widths: pendingWidths,
      identifies: "identifier" as const,
      nodeOf: nodeOfPending,
      cells: {
        identifier: (order: OrderRow) => (
          <TextLink {...pendingLink(order, back)}>
            <TruncatedText>{order.identifier}</TruncatedText>
          </TextLink>
        ),
        approved_by: (order: OrderRow) => <Approvers order={order} />,
        approval_status: (order: OrderRow) => <StatusCell order={order} />,
      },
    }),
    [back],
  );
  return (
    <ResourceTable
      list={pendingListFor(acts)}
      noun={texts.pending}
      look={look}
      rowKey={({ id }) => id}
      messages={messages}
      requestFor={pendingRequest}
      groups={groups}
      actions={acts ? (order) => <PendingActions order={order} back={back} /> : undefined}
      maxActions={[3, 2]}
      open={(order) => void navigate(pendingLink(order, back))}
      prefetch={prefetchOrder}
      tools={<ExportButton list={pendingList} load={loadExport} />}
    />
  );
};

/** The orders with pending approvals; users can decide about those that need their approval. */
export const PendingApprovalsPage = () => {
  const enabled = can(useSessionUser(), "approval:list");
  const waiting = usePendingCount();
  return (
    <Page
      section={texts.section}
      title={texts.pending}
      actions={waiting > 0 && <Tag tone="warn">{pendingCountText(waiting)}</Tag>}
    >
      {enabled ? (
        <PendingTable />
      ) : (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />}>{ruleTexts.notEnabled}</EmptyState>
      )}
    </Page>
  );
};
