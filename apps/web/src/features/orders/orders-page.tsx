import { Button } from "@mantine/core";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CutText } from "@mcc/ui/cut-text.tsx";
import { IconDownload } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { reading } from "../../platform/api.ts";
import { useGroupColumns } from "../../platform/group-columns.ts";
import { type Search, useListState } from "../../platform/list-state.ts";
import { Page } from "../../platform/page.tsx";
import { queryClient } from "../../platform/query-client.ts";
import { ResourceTable } from "../../platform/resource-table.tsx";
import { TextLink } from "../../platform/text-link.tsx";
import { toast } from "../../platform/toast.ts";
import { OrderActions } from "./order-actions.tsx";
import { orderLink } from "./order-link.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { nodeOfOrder, orderTones, orderValues } from "./orders-look.ts";
import { TrackingNumbers } from "./tracking-numbers.tsx";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const ExportButton = () => {
  const { state } = useListState(orderList);
  const start = async () => (await import("./export-orders.ts")).exportOrders(state);
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

/** Looked at on the way, so that opening it feels instant. */
const prefetch = ({ identifier }: OrderRow): void =>
  void queryClient.prefetchQuery(reading(findOrder, { params: { identifier } }));

export const OrdersPage = () => {
  const back = useLocation({ select: ({ search }) => search as Search });
  const navigate = useNavigate();
  const look = useMemo(
    () => ({
      values: orderValues,
      tones: orderTones,
      nodeOf: nodeOfOrder,
      cells: {
        identifier: (order: OrderRow) => (
          <TextLink {...orderLink(order, back)}>
            <CutText>{order.identifier}</CutText>
          </TextLink>
        ),
        tracking_numbers: (order: OrderRow) => <TrackingNumbers order={order} />,
      },
    }),
    [back],
  );
  return (
    <Page section={texts.section} title={texts.orders}>
      <ResourceTable
        list={orderList}
        noun={texts.orders}
        look={look}
        rowKey={({ id }) => id}
        messages={messages}
        groups={useGroupColumns()}
        actions={(order) => <OrderActions order={order} back={back} />}
        open={(order) => void navigate(orderLink(order, back))}
        prefetch={prefetch}
        tools={<ExportButton />}
      />
    </Page>
  );
};
