import { Skeleton } from "@mantine/core";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import type { ReactNode } from "react";
import { formatMoney } from "../../platform/page/format.ts";
import classes from "./order-lines.module.css";
import { OrderLines } from "./order-lines.tsx";
import { orderTexts as texts } from "./orders.texts.ts";

const Totals = ({ order }: { order: Order }) => (
  <dl className={classes.totals}>
    <dt>Subtotal</dt>
    <dd>{formatMoney(order.taxless_total_price_value)}</dd>
    <dt>Tax</dt>
    <dd>{formatMoney(order.tax)}</dd>
    <dt>Total</dt>
    <dd>{formatMoney(order.taxful_total_price_value)}</dd>
  </dl>
);

/** Placeholder for the lines while they load. */
export const ItemsOnTheirWay = () => (
  <div className={classes.waiting} aria-hidden>
    {["58%", "44%", "52%"].map((width) => (
      <div key={width}>
        <Skeleton height={44} width={44} radius="sm" />
        <Skeleton height={14} width={width} />
        <Skeleton height={14} width={72} ml="auto" />
      </div>
    ))}
  </div>
);

/** The lines of an order and its totals. */
export const OrderItems = ({ order, aside }: { order: Order; aside?: ReactNode }) => (
  <Card title={texts.items} flush aside={aside}>
    <div className={classes.items}>
      <OrderLines order={order} />
      <Totals order={order} />
    </div>
  </Card>
);
