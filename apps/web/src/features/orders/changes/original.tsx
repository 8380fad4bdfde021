import { VisuallyHidden } from "@mantine/core";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { changeTexts as texts } from "./change.texts.ts";
import classes from "./changes.module.css";

/** What was ordered, struck through beside what is now; nothing while it is the same. */
export const Original = ({ value, now }: { value: string | null | undefined; now: string | null }) =>
  value === undefined || (value ?? "") === (now ?? "") || !value ? null : (
    <del className={classes.original}>
      <VisuallyHidden>{texts.originally} </VisuallyHidden>
      {value}
    </del>
  );

const changesOf = (order: OrderRow | Order) => ("changes" in order ? order.changes : []);

/** The quantity that was ordered of a line; undefined while nobody has changed it. */
export const originalQuantity = (order: Order, lineId: number): string | undefined =>
  order.changes.find(({ line }) => line?.id === lineId)?.line?.quantity_before;

/** What a field had before the first change; undefined while nobody has changed it. */
export const originalField = (
  order: OrderRow | Order,
  name: string,
  isCheckout = false,
): string | null | undefined =>
  changesOf(order)
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name && field.is_checkout === isCheckout)?.before;
