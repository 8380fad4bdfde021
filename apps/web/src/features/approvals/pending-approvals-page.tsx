import { Button } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { pendingList } from "@mcc/contract/approvals/approvals.api.ts";
import { ruleMessages } from "@mcc/contract/approvals/approvals.messages.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CutText } from "@mcc/ui/cut-text.tsx";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { Tag } from "@mcc/ui/tag.tsx";
import { IconChecklist, IconDownload } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { reading } from "../../platform/api.ts";
import { useGroupColumns } from "../../platform/group-columns.ts";
import { type Search, useListState } from "../../platform/list-state.ts";
import { Page } from "../../platform/page.tsx";
import { queryClient } from "../../platform/query-client.ts";
import { ResourceTable } from "../../platform/resource-table.tsx";
import { useSessionUser } from "../../platform/session-user.ts";
import { TextLink } from "../../platform/text-link.tsx";
import { toast } from "../../platform/toast.ts";
import { approvalTexts as texts, waitForYou } from "./approvals.texts.ts";
import { Approvers } from "./approvers.tsx";
import { PendingActions } from "./pending-actions.tsx";
import { askingFor } from "./pending-asking.ts";
import { actsOn, pendingListFor } from "./pending-columns.ts";
import { pendingLink } from "./pending-link.ts";
import { nodeOfPending, pendingValues } from "./pending-look.ts";
import { StatusCell } from "./status-cell.tsx";
import { useWaiting } from "./use-waiting.ts";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const ExportButton = ({ groups }: { groups: ReturnType<typeof useGroupColumns> }) => {
  const { state } = useListState(pendingList);
  const looking = { who: useSessionUser(), waiting: useWaiting(), groups };
  const start = async () => (await import("./export-pending.ts")).exportPending(state, looking);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void start().catch(toast.failure)}
    >
      {texts.export}
    </Button>
  );
};

const prefetch = ({ identifier }: OrderRow): void =>
  void queryClient.prefetchQuery(reading(findOrder, { params: { identifier } }));

const PendingTable = () => {
  const back = useLocation({ select: ({ search }) => search as Search });
  const navigate = useNavigate();
  const acts = actsOn(useSessionUser(), useWaiting());
  const groups = useGroupColumns();
  const look = useMemo(
    () => ({
      values: pendingValues,
      nodeOf: nodeOfPending,
      cells: {
        identifier: (order: OrderRow) => (
          <TextLink {...pendingLink(order, back)}>
            <CutText>{order.identifier}</CutText>
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
      asking={askingFor}
      groups={groups}
      actions={acts ? (order) => <PendingActions order={order} back={back} /> : undefined}
      open={(order) => void navigate(pendingLink(order, back))}
      prefetch={prefetch}
      tools={<ExportButton groups={groups} />}
    />
  );
};

/** The orders that wait for approval, and the decision about those that wait for whoever looks. */
export const PendingApprovalsPage = () => {
  const enabled = can(useSessionUser(), "approval:list");
  const waiting = useWaiting();
  return (
    <Page
      section={texts.section}
      title={texts.pending}
      actions={waiting > 0 && <Tag tone="warn">{waitForYou(waiting)}</Tag>}
    >
      {enabled ? (
        <PendingTable />
      ) : (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />}>{ruleMessages.notEnabled}</EmptyState>
      )}
    </Page>
  );
};
