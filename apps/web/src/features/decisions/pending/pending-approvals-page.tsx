import { can } from "@mcc/contract/access/permissions.ts";
import { pendingSum } from "@mcc/contract/decisions/decisions.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow, PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconChecklist } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { prefetch } from "../../../platform/api/prefetch.ts";
import { useListState } from "../../../platform/lists/list-state.ts";
import { ResourceTable } from "../../../platform/lists/resource-table.tsx";
import { useSelection } from "../../../platform/lists/selection/selection.ts";
import { NOT_ENABLED } from "../../../platform/page/not-enabled.ts";
import { Page } from "../../../platform/page/page.tsx";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { ApproveSelected } from "../bulk/approve-selected.tsx";
import type { OrdersBudgets } from "../bulk/bulk-question.tsx";
import { approvalTexts as texts } from "../decisions.texts.ts";
import { useRequiresApprovalCount } from "../use-requires-approval-count.ts";
import { NeedsYouFilter, NoneNeedYou, QuestionFilter } from "./needs-you-filter.tsx";
import { PendingActions } from "./pending-actions.tsx";
import { pendingColumns } from "./pending-columns.tsx";
import { pendingLink } from "./pending-link.ts";
import { actsOn, pendingListFor } from "./pending-list.ts";
import { pendingRequest } from "./pending-request.ts";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };
const spreadsheet = { failed: orderMessages.exportFailed };

const prefetchOrder = ({ identifier }: OrderRow): void => prefetch(findOrder, { params: { identifier } });

const keyOf = ({ id }: PendingRow) => id;
const nameOf = ({ identifier }: PendingRow) => identifier;
const isApprovable = (order: PendingRow) => order.approvable_by_current_user;

interface PendingApprovalsProps {
  /** What is left of budgets, in the question about several orders. */
  readonly budgets?: OrdersBudgets | undefined;
}

const PendingTable = ({ budgets }: PendingApprovalsProps) => {
  const navigate = useNavigate();
  const who = useSessionUser();
  const acts = actsOn(who, useRequiresApprovalCount());
  const list = useListState(pendingListFor(acts));
  const selection = useSelection(keyOf, nameOf, isApprovable);
  const { search: back, state, change } = list;
  return (
    <ResourceTable
      list={list}
      noun={texts.pending}
      searched={orderMessages.searched}
      columns={pendingColumns}
      rowKey={keyOf}
      messages={messages}
      requestFor={(query) => pendingRequest(who, query)}
      actions={acts ? (order) => <PendingActions order={order} back={back} /> : undefined}
      maxActions={3}
      open={(order) => void navigate(pendingLink(order, back))}
      prefetch={prefetchOrder}
      selection={acts ? selection : undefined}
      tools={acts && <ApproveSelected budgets={budgets} selection={selection} state={state} />}
      emptyHint={(state.requires_my_approval || state.waiting_for_answer) && <NoneNeedYou change={change} />}
      sum={pendingSum}
      spreadsheet={spreadsheet}
    />
  );
};

const PendingFilters = () => (
  <>
    <NeedsYouFilter />
    <QuestionFilter />
  </>
);

/** The orders with pending approvals; users can decide about those that need their approval. */
export const PendingApprovalsPage = ({ budgets }: PendingApprovalsProps) => {
  const enabled = can(useSessionUser(), "approval:list");
  return (
    <Page section={texts.section} title={texts.pending} actions={enabled && <PendingFilters />}>
      {enabled ? (
        <PendingTable budgets={budgets} />
      ) : (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />}>{NOT_ENABLED}</EmptyState>
      )}
    </Page>
  );
};
