import { Anchor } from "@mantine/core";
import { carrierOf } from "@mcc/contract/orders/carriers.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { useState } from "react";
import { NotAvailable } from "../../../platform/lists/table/table-cell.tsx";
import { orderTexts as texts } from "../orders.texts.ts";
import classes from "./order-tracking.module.css";

/** A tracking number: a link to its carrier where that is known, and a button that copies it. */
const TrackingNumber = ({ number }: { number: string }) => {
  const carrier = carrierOf(number);
  return (
    <span className={classes.number}>
      {carrier ? (
        <Anchor underline="always" href={carrier.url} target="_blank" rel="noopener noreferrer">
          <bdi>{number}</bdi>
        </Anchor>
      ) : (
        <bdi>{number}</bdi>
      )}
      {carrier && <span className={classes.carrier}>{carrier.name}</span>}
      <CopyButton noun={texts.trackingNumber} text={number} />
    </span>
  );
};

type Tracked = Pick<OrderRow, "tracking_numbers" | "tracking_numbers_count">;

/** The tracking numbers of an order: the first three, and all of them on request and on paper. */
export const OrderTracking = ({ order }: { order: Tracked }) => {
  const [open, setOpen] = useState(false);
  const { tracking_numbers: numbers, tracking_numbers_count: count } = order;
  if (count === 0) return <NotAvailable />;
  // The row of a list has the first ones only, until the order is loaded.
  const canOpen = count > SHOWN_IN_ROW && numbers.length === count;
  return (
    <ul className={classes.numbers}>
      {numbers.map((number, at) => (
        <li key={number} data-paper-only={(at >= SHOWN_IN_ROW && !open) || undefined}>
          <TrackingNumber number={number} />
        </li>
      ))}
      {canOpen && (
        <li data-screen-only>
          <Anchor component="button" type="button" size="xs" onClick={() => setOpen(!open)}>
            {open ? texts.showFewer : `+ ${count - SHOWN_IN_ROW} more`}
          </Anchor>
        </li>
      )}
    </ul>
  );
};
