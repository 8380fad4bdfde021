import { Skeleton } from "@mantine/core";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/card.tsx";
import { type Fact, Facts } from "@mcc/ui/facts.tsx";
import { cellOf } from "../../platform/lists/table/table-cell.tsx";
import { formatMoment, orNotAvailable } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./order-details.module.css";
import { paymentTones, statusTones } from "./order-tones.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import { TrackingNumbers } from "./tracking-numbers.tsx";

/** With a hierarchy, its groups say where a site belongs; a plain field is shown only if no group has its name. */
const placeOf = ({ site }: OrderRow | Order, hierarchy: boolean): Fact[] => {
  const groups = site.groups.map(({ name, node }) => ({ label: name, value: node }));
  const plain = [
    { label: "BU", value: site.business_unit },
    { label: "Region", value: site.region },
    { label: "Division", value: site.division },
  ].filter(({ label, value }) => !hierarchy || (value && !groups.some((group) => group.label === label)));
  return [...plain.map(({ label, value }) => ({ label, value: orNotAvailable(value) })), ...groups];
};

const factsOf = (order: OrderRow | Order, hierarchy: boolean): Fact[] => [
  { label: "Order", value: order.identifier },
  { label: "Ordered By", value: orNotAvailable(order.ordered_by) },
  { label: "Requested By", value: orNotAvailable(order.requested_by) },
  { label: "Status", value: cellOf("choice", order.status, statusTones) },
  { label: "Payment Status", value: cellOf("choice", order.payment_status, paymentTones) },
  { label: "Order Date", value: formatMoment(order.order_date) },
  { label: "Site", value: orNotAvailable(order.site.name) },
  ...placeOf(order, hierarchy),
  { label: "PO", value: orNotAvailable(order.po_number) },
  { label: "AFE", value: orNotAvailable(order.afe_number) },
  { label: texts.trackingNumbers, value: <TrackingNumbers order={order} /> },
];

const waiting = <Skeleton height={14} my={4} width="60%" />;

/** The labels while the order loads; they reserve the space. */
const namesOf = (hierarchy: boolean): string[] => [
  ...["Order", "Ordered By", "Requested By", "Status", "Payment Status", "Order Date", "Site"],
  ...(hierarchy ? [] : ["BU", "Region", "Division"]),
  ...["PO", "AFE", texts.trackingNumbers],
];

const labelled = (data: Readonly<Record<string, string>>): Fact[] =>
  Object.entries(data).map(([label, value]) => ({ label, value: orNotAvailable(value) }));

const Custom = ({ title, data }: { title: string; data: Readonly<Record<string, string>> | undefined }) =>
  data && Object.keys(data).length > 0 ? (
    <Card title={title}>
      <Facts facts={labelled(data)} />
    </Card>
  ) : null;

interface OrderFactsProps {
  /** What is known so far. */
  readonly order: OrderRow | Order | undefined;
  readonly details: Order | undefined;
}

/** The details of an order, and its custom checkout fields. */
export const OrderFacts = ({ order, details }: OrderFactsProps) => {
  const hierarchy = useSessionUser().company?.has_company_hierarchy === true;
  return (
    <>
      <Card title={texts.details}>
        {order ? (
          <Facts facts={factsOf(order, hierarchy)} />
        ) : (
          <div aria-hidden>
            <Facts facts={namesOf(hierarchy).map((label) => ({ label, value: waiting }))} />
          </div>
        )}
      </Card>
      <div className={classes.custom}>
        <Custom title="Checkout fields" data={details?.custom_checkout_data} />
        <Custom title="Confirmation fields" data={details?.custom_confirm_data} />
      </div>
    </>
  );
};
