import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import type { ReactNode } from "react";
import { formatMoney } from "../../../platform/page/format.ts";
import { approvalTexts as texts } from "../decisions.texts.ts";
import classes from "./bulk-approval.module.css";

interface BulkOrdersProps {
  readonly orders: readonly PendingRow[];
  /** Beside the site. */
  readonly result?: (order: PendingRow) => ReactNode;
  /** Below the order. */
  readonly remarks?: (order: PendingRow) => ReactNode;
}

/** The orders of a dialog, with number, site and total of each. */
export const BulkOrders = ({ orders, result, remarks }: BulkOrdersProps) => (
  <ul className={classes.orders} {...scrollable} aria-label={texts.approveSeveral}>
    {orders.map((order) => (
      <li key={order.identifier} className={classes.order}>
        <span className={classes.number}>{order.identifier}</span>
        <span className={classes.total}>{formatMoney(order.taxful_total_price_value)}</span>
        <span className={classes.site}>{order.site.name}</span>
        {result && <span className={classes.result}>{result(order)}</span>}
        {remarks?.(order)}
      </li>
    ))}
  </ul>
);
