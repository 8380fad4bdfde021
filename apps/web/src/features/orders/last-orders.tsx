import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import type { ReactNode } from "react";
import { useSearch } from "../../platform/lists/list-state.ts";
import { cellOf } from "../../platform/lists/table/table-cell.tsx";
import { formatDate } from "../../platform/page/format.ts";
import { LinkedText } from "../../platform/page/linked-text.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { orderLink } from "./order-link.ts";
import { statusTones } from "./order-tones.ts";
import { orderTexts as texts } from "./orders.texts.ts";

const { columns } = orderList;
const HOME = { to: "/", name: texts.home, label: texts.returnToHome } as const;

const OrderCell = ({ order }: { order: OrderRow }) => (
  <TextLink {...orderLink(order, useSearch(), HOME)}>{order.identifier}</TextLink>
);

const SiteCell = ({ order }: { order: OrderRow }) => {
  const link = orderLink(order, useSearch(), HOME);
  return (
    <LinkedText
      link={(shown, className) => (
        <TextLink {...link} className={className}>
          {shown}
        </TextLink>
      )}
    >
      {order.site.name}
    </LinkedText>
  );
};

const lastColumns: readonly PlainColumn<OrderRow>[] = [
  { label: columns.identifier.label, cell: (order) => <OrderCell order={order} /> },
  { label: columns.site.label, cell: (order) => <SiteCell order={order} /> },
  { label: columns.status.label, cell: ({ status }) => cellOf("choice", status, statusTones) },
  { label: columns.orderDate.label, cell: ({ order_date }) => formatDate(order_date) },
  {
    label: columns.total.label,
    cell: ({ taxful_total_price_value }) => cellOf("money", taxful_total_price_value),
    isAmount: true,
  },
];

interface LastOrdersProps {
  readonly label: string;
  /** Undefined while they load. */
  readonly rows: readonly OrderRow[] | undefined;
  readonly empty: ReactNode;
}

/** The newest orders, on the home page. */
export const LastOrders = ({ label, rows, empty }: LastOrdersProps) => (
  <PlainTable
    label={label}
    columns={lastColumns}
    rows={rows}
    rowKey={({ id }) => id}
    empty={empty}
    inCard
    isLinked
  />
);
