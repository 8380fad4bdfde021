import { can } from "@mcc/contract/access/permissions.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { Tag } from "@mcc/ui/tag.tsx";
import { IconChecklist } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { prefetch } from "../../platform/api/prefetch.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { pendingCountText, approvalTexts as texts } from "./approvals.texts.ts";
import { PendingActions } from "./pending-actions.tsx";
import { pendingColumns } from "./pending-columns.tsx";
import { pendingLink } from "./pending-link.ts";
import { actsOn, pendingListFor } from "./pending-list.ts";
import { pendingRequest } from "./pending-request.ts";
import { ruleTexts } from "./rules.texts.ts";
import { usePendingCount } from "./use-pending-count.ts";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };
const sheet = { failed: orderMessages.exportFailed };

const prefetchOrder = ({ identifier }: OrderRow): void => prefetch(findOrder, { params: { identifier } });

const PendingTable = () => {
  const navigate = useNavigate();
  const acts = actsOn(useSessionUser(), usePendingCount());
  const list = useListState(pendingListFor(acts));
  const { search: back } = list;
  return (
    <ResourceTable
      list={list}
      noun={texts.pending}
      searched={orderMessages.searched}
      columns={pendingColumns}
      rowKey={({ id }) => id}
      messages={messages}
      requestFor={pendingRequest}
      actions={acts ? (order) => <PendingActions order={order} back={back} /> : undefined}
      maxActions={3}
      open={(order) => void navigate(pendingLink(order, back))}
      prefetch={prefetchOrder}
      sheet={sheet}
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
