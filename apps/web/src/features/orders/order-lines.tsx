import {
  canRemoveLine,
  isItem,
  isShownFee,
  itemsNamed,
  removalNameOf,
} from "@mcc/contract/orders/orders.rules.ts";
import type { Order, OrderLine } from "@mcc/contract/orders/orders.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { Thumbnail } from "@mcc/ui/content/thumbnail.tsx";
import { FramedTable } from "@mcc/ui/tables/framed-table.tsx";
import { IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { formatMoney, orNotAvailable } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { QuantityButton } from "./changes/change-buttons.tsx";
import changes from "./changes/changes.module.css";
import { Original, originalQuantity } from "./changes/original.tsx";
import classes from "./order-lines.module.css";
import { orderTexts as texts } from "./orders.texts.ts";
import { confirmRemoveLine } from "./remove-line.tsx";

const hasDiscount = ({ discount_amount_value }: OrderLine): boolean => Number(discount_amount_value) > 0;

const shownQuantity = (quantity: string): string => Number(quantity).toLocaleString("en-US");

interface ItemProps {
  readonly order: Order;
  readonly line: OrderLine;
  /** Whether the order has a column for it. */
  readonly removable: boolean;
  readonly onRemove?: () => void;
}

const Item = ({ order, line, removable, onRemove }: ItemProps) => (
  <tr className={classes.line}>
    <td className={classes.image}>
      <Thumbnail src={line.image_url} />
    </td>
    <td className={classes.part}>
      {line.text}
      {line.manufacturer && <span className={classes.quiet}>{line.manufacturer}</span>}
    </td>
    <td className={classes.sku}>
      <bdi>{orNotAvailable(line.sku)}</bdi> / <bdi>{orNotAvailable(line.manufacturer_sku)}</bdi>
      {line.is_catalog_plus && (
        <span className={classes.below}>
          <Tag tone="info">{texts.catalogPlus}</Tag>
        </span>
      )}
    </td>
    <td className={classes.quantity}>
      <span className={changes.quantity}>
        <QuantityButton order={order} line={line} />
        <Original
          value={shownQuantity(originalQuantity(order, line.id) ?? line.quantity)}
          now={shownQuantity(line.quantity)}
        />
        {shownQuantity(line.quantity)}
      </span>
    </td>
    <td className={classes.cost}>{formatMoney(line.base_unit_price_value)}</td>
    <td className={classes.price}>
      {formatMoney(line.taxless_price)}
      {hasDiscount(line) && (
        <span className={classes.quiet}>{formatMoney(line.discount_amount_value)} discount</span>
      )}
    </td>
    {removable && (
      <td className={classes.remove} data-screen-only>
        {onRemove && (
          <IconAction
            danger
            label={texts.removeItem}
            about={line.text}
            icon={<IconTrash size={18} stroke={1.6} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </td>
    )}
  </tr>
);

const Fee = ({ line, removable }: { line: OrderLine; removable: boolean }) => (
  <tr className={`${classes.line} ${classes.fee}`}>
    <td className={classes.image} />
    <td colSpan={4} className={classes.part}>
      {line.text}
    </td>
    <td className={classes.price}>{formatMoney(line.line_total_price)}</td>
    {removable && <td className={classes.remove} data-screen-only />}
  </tr>
);

/** Focuses the remove button of the next line, else of the last one, else the table. */
const focusNear = (frame: HTMLElement | null, at: number): void => {
  const buttons = [...(frame?.querySelectorAll<HTMLElement>("tbody tr") ?? [])].flatMap((row, index) =>
    [...row.querySelectorAll<HTMLElement>("button")].map((button) => ({ button, index })),
  );
  const near = buttons.find(({ index }) => index >= at) ?? buttons.at(-1);
  (near?.button ?? frame)?.focus({ preventScroll: true });
};

/** The lines of an order: its items, then the fees that are not zero. */
export const OrderLines = ({ order }: { order: Order }) => {
  const removable = canRemoveLine(useSessionUser(), order);
  const items = order.lines.filter(isItem);
  const frame = useRef<HTMLElement>(null);
  const removerOf = (line: OrderLine, at: number) => {
    const product = removalNameOf(line);
    if (!removable || !product) return undefined;
    const lines = itemsNamed(order.lines, product).length;
    const focusAfter = () => focusNear(frame.current, at);
    const { identifier } = order;
    return () => confirmRemoveLine({ identifier, product, name: line.text, lines, focusAfter });
  };
  return (
    <FramedTable ref={frame} label={texts.lines}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">Image</th>
          <th scope="col">Part</th>
          <th scope="col" className={classes.sku}>
            SKU / Manufacturer SKU
          </th>
          <th scope="col" className={classes.quantity}>
            Quantity
          </th>
          <th scope="col" className={classes.cost}>
            Unit Cost
          </th>
          <th scope="col" className={classes.price}>
            Price
          </th>
          {removable && (
            <th scope="col" className={classes.remove} data-screen-only>
              {texts.remove}
            </th>
          )}
        </tr>
      </thead>
      <tbody className={classes.lines}>
        {items.map((line, at) => (
          <Item
            key={line.id}
            order={order}
            line={line}
            removable={removable}
            onRemove={removerOf(line, at)}
          />
        ))}
        {order.lines.filter(isShownFee).map((line) => (
          <Fee key={line.id} line={line} removable={removable} />
        ))}
      </tbody>
    </FramedTable>
  );
};
