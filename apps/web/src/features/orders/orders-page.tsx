import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { TruncatedText } from "@mcc/ui/truncated-text.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { prefetch } from "../../platform/api/prefetch.ts";
import { ExportButton } from "../../platform/export/export-button.tsx";
import { useGroupColumns } from "../../platform/lists/columns/group-columns.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { OrderActions } from "./order-actions.tsx";
import { orderLink } from "./order-link.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { nodeOfOrder, orderTones, orderValues, orderWidths } from "./orders-columns.ts";
import { OrdersEmptyState } from "./orders-empty-state.tsx";
import { TrackingNumbers } from "./tracking-numbers.tsx";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const loadExport = async () => (await import("./export-orders.ts")).exportOrders;

const prefetchOrder = ({ identifier }: OrderRow): void => prefetch(findOrder, { params: { identifier } });

export const OrdersPage = () => {
  const back = useSearch();
  const navigate = useNavigate();
  const look = useMemo(
    () => ({
      values: orderValues,
      tones: orderTones,
      widths: orderWidths,
      identifies: "identifier" as const,
      nodeOf: nodeOfOrder,
      cells: {
        identifier: (order: OrderRow) => (
          <TextLink {...orderLink(order, back)}>
            <TruncatedText>{order.identifier}</TruncatedText>
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
        maxActions={[3, 2]}
        open={(order) => void navigate(orderLink(order, back))}
        prefetch={prefetchOrder}
        emptyHint={<OrdersEmptyState />}
        tools={<ExportButton list={orderList} load={loadExport} />}
      />
    </Page>
  );
};
