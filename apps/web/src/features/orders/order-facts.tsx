import { Skeleton } from "@mantine/core";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import type { ReactNode } from "react";
import { cellOf, NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { FieldsButton } from "./changes/change-buttons.tsx";
import { Original, originalField as original } from "./changes/original.tsx";
import classes from "./order-details.module.css";
import { paymentTones } from "./order-tones.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { OrderTracking } from "./tracking/order-tracking.tsx";

const orDimmed = (text: string | null): ReactNode => text || <NotAvailable />;

/** With a hierarchy, its groups say where a site belongs; a plain field is shown only if no group has its name. */
const placeOf = ({ site }: OrderRow | Order, hierarchy: boolean): Fact[] => {
  const groups = site.groups.map(({ name, node }) => ({ label: name, value: node }));
  const plain = [
    { label: "BU", value: site.business_unit },
    { label: "Region", value: site.region },
    { label: "Division", value: site.division },
  ].filter(({ label, value }) => !hierarchy || (value && !groups.some((group) => group.label === label)));
  return [...plain.map(({ label, value }) => ({ label, value: orDimmed(value) })), ...groups];
};

/** A number with a button that copies it. */
const copied = (noun: string, number: string | null): ReactNode =>
  number ? (
    <span className={classes.copied}>
      <bdi>{number}</bdi>
      <CopyButton noun={noun} text={number} />
    </span>
  ) : (
    <NotAvailable />
  );

const withOriginal = (shown: ReactNode, now: string | null, before: string | null | undefined): ReactNode => (
  <>
    {shown}
    <Original value={before} now={now} />
  </>
);

/** The number and the status are in the heading of the page. */
const factsOf = (order: OrderRow | Order, hierarchy: boolean): Fact[] => [
  { label: "Ordered By", value: orDimmed(order.ordered_by) },
  { label: "Requested By", value: orDimmed(order.requested_by) },
  { label: "Payment Status", value: cellOf("choice", order.payment_status, paymentTones) },
  { label: "Order Date", value: formatMoment(order.order_date) },
  { label: "Site", value: orDimmed(order.site.name) },
  ...placeOf(order, hierarchy),
  {
    label: "PO",
    value: withOriginal(
      copied(texts.poNumber, order.po_number),
      order.po_number,
      original(order, "po_number"),
    ),
  },
  {
    label: "AFE",
    value: withOriginal(
      copied(texts.afeNumber, order.afe_number),
      order.afe_number,
      original(order, "afe_number"),
    ),
  },
  { label: texts.trackingNumbers, value: <OrderTracking order={order} />, wide: true },
];

const waiting = <Skeleton height={14} my={4} width="60%" />;

/** The labels while the order loads; they reserve the space. */
const namesOf = (hierarchy: boolean): string[] => [
  ...["Ordered By", "Requested By", "Payment Status", "Order Date", "Site"],
  ...(hierarchy ? [] : ["BU", "Region", "Division"]),
  ...["PO", "AFE", texts.trackingNumbers],
];

const labelled = (
  data: Readonly<Record<string, string>>,
  before: (label: string) => string | null | undefined = () => undefined,
): Fact[] =>
  Object.entries(data).map(([label, value]) => ({
    label,
    value: withOriginal(orDimmed(value), value, before(label)),
  }));

interface CustomProps {
  readonly title: string;
  /** Null where a row does not have them. */
  readonly data: Readonly<Record<string, string>> | null | undefined;
  /** What a field had before approvers changed it. */
  readonly before?: (label: string) => string | null | undefined;
}

const Custom = ({ title, data, before }: CustomProps) => {
  if (data === null) {
    return (
      <Card title={title}>
        <div aria-hidden>{waiting}</div>
      </Card>
    );
  }
  return data && Object.keys(data).length > 0 ? (
    <Card title={title}>
      <Facts facts={labelled(data, before)} />
    </Card>
  ) : null;
};

/** The details of an order, as far as they are known, and its custom checkout fields. */
export const OrderFacts = ({ order }: { order: OrderRow | Order | undefined }) => {
  const hierarchy = useSessionUser().company?.has_company_hierarchy === true;
  return (
    <>
      <Card title={texts.details} aside={<FieldsButton order={order} />}>
        {order ? (
          <Facts facts={factsOf(order, hierarchy)} />
        ) : (
          <div aria-hidden>
            <Facts facts={namesOf(hierarchy).map((label) => ({ label, value: waiting }))} />
          </div>
        )}
      </Card>
      <div className={classes.custom}>
        <Custom
          title="Checkout fields"
          data={order?.custom_checkout_data}
          before={(label) => order && original(order, label, true)}
        />
        <Custom title="Confirmation fields" data={order?.custom_confirm_data} />
      </div>
    </>
  );
};
