import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CutText } from "@mcc/ui/cut-text.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { ExportButton } from "../../platform/export-button.tsx";
import { useGroupColumns } from "../../platform/group-columns.ts";
import { useSearch } from "../../platform/list-state.ts";
import { Page } from "../../platform/page.tsx";
import { readAhead } from "../../platform/read-ahead.ts";
import { ResourceTable } from "../../platform/resource-table.tsx";
import { TextLink } from "../../platform/text-link.tsx";
import { FirstOrders } from "./first-orders.tsx";
import { OrderActions } from "./order-actions.tsx";
import { orderLink } from "./order-link.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { nodeOfOrder, orderTones, orderValues, orderWidths } from "./orders-look.ts";
import { TrackingNumbers } from "./tracking-numbers.tsx";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const loadExport = async () => (await import("./export-orders.ts")).exportOrders;

const prefetch = ({ identifier }: OrderRow): void => readAhead(findOrder, { params: { identifier } });

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
        actionsAtMost={[3, 2]}
        open={(order) => void navigate(orderLink(order, back))}
        prefetch={prefetch}
        firstRows={<FirstOrders />}
        tools={<ExportButton list={orderList} load={loadExport} />}
      />
    </Page>
  );
};
