import { findOrder, orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { useNavigate } from "@tanstack/react-router";
import { prefetch } from "../../platform/api/prefetch.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { OrderActions } from "./order-actions.tsx";
import { orderLink } from "./order-link.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { orderColumns, orderSpreadsheet } from "./orders-columns.tsx";
import { OrdersEmptyState } from "./orders-empty-state.tsx";

const messages = { failed: orderMessages.listFailed, searchFailed: orderMessages.searchFailed };

const prefetchOrder = ({ identifier }: OrderRow): void => prefetch(findOrder, { params: { identifier } });

export const OrdersPage = () => {
  const list = useListState(orderList);
  const { search: back } = list;
  const navigate = useNavigate();
  return (
    <Page section={texts.section} title={texts.orders}>
      <ResourceTable
        list={list}
        noun={texts.orders}
        searched={orderMessages.searched}
        columns={orderColumns}
        rowKey={({ id }) => id}
        messages={messages}
        actions={(order) => <OrderActions order={order} back={back} />}
        maxActions={3}
        open={(order) => void navigate(orderLink(order, back))}
        prefetch={prefetchOrder}
        emptyHint={<OrdersEmptyState />}
        spreadsheet={orderSpreadsheet}
        sum={orderSum}
      />
    </Page>
  );
};
