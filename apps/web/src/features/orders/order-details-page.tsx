import { Button } from "@mantine/core";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { canTrackOrder } from "@mcc/contract/orders/orders.rules.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { IconArrowLeft, IconFileText, IconReceiptOff, IconTruckDelivery } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { reading } from "../../platform/api.ts";
import { type Handover, useHandover } from "../../platform/handover.ts";
import { Page } from "../../platform/page.tsx";
import { useSessionUser } from "../../platform/session-user.ts";
import { TextLink } from "../../platform/text-link.tsx";
import { toast } from "../../platform/toast.ts";
import classes from "./order-details.module.css";
import { OrderFacts } from "./order-facts.tsx";
import { OrderItems } from "./order-items.tsx";
import { orderTexts as texts } from "./orders.texts.ts";
import { RejectedNote } from "./rejected-note.tsx";
import { trackOrder } from "./track-order.ts";

/** What the list hands over: everything but the lines. */
const handedOver = (record: unknown, identifier: string): OrderRow | undefined =>
  (record as OrderRow | undefined)?.identifier === identifier ? (record as OrderRow) : undefined;

const useOrder = (identifier: string) => {
  const answer = useQuery(reading(findOrder, { params: { identifier } }));
  const { error } = answer;
  useEffect(() => {
    if (!error) return;
    console.error(texts.loadFailed, error);
    toast.error(texts.loadFailed);
  }, [error]);
  return answer;
};

const TrackButton = ({ order }: { order: OrderRow | Order }) => {
  const who = useSessionUser();
  if (!canTrackOrder(who, order)) return null;
  return (
    <Button
      leftSection={<IconTruckDelivery size={16} aria-hidden />}
      onClick={() => void trackOrder(order.identifier)}
    >
      {texts.trackButton}
    </Button>
  );
};

const DocumentsButton = ({ identifier, handover }: { identifier: string; handover?: Handover }) => (
  <Button
    variant="default"
    leftSection={<IconFileText size={16} aria-hidden />}
    renderRoot={(props) => (
      <Link
        {...props}
        to="/orders/$orderId/documents"
        params={{ orderId: identifier }}
        state={{ handover }}
      />
    )}
  >
    {texts.documents}
  </Button>
);

interface OrderDetailsPageProps {
  /** What somebody may decide about the order, above everything else. */
  readonly decision?: (order: OrderRow | Order) => ReactNode;
  /** How the order is getting approved. */
  readonly timeline?: (order: Order) => ReactNode;
}

/** One order: shown at once with what the list knew, and refreshed from the API. */
export const OrderDetailsPage = ({ decision, timeline }: OrderDetailsPageProps) => {
  const { orderId: identifier = "" } = useParams({ strict: false }) as { orderId?: string };
  const handover = useHandover();
  const { data, error } = useOrder(identifier);
  const order = data ?? (error ? undefined : handedOver(handover?.record, identifier));
  const list = handover?.from ?? { to: "/orders", label: texts.returnToOrders };
  const search = handover?.back ?? {};
  const toOrders = { to: "/orders", search: handover?.from ? {} : search };
  const crumbs = [
    { key: "orders", node: <TextLink {...toOrders}>{texts.orders}</TextLink> },
    { key: "details", node: <span aria-current="page">{texts.details}</span> },
  ];
  return (
    <Page
      section={texts.section}
      title={order || !error ? `Order ${identifier}` : texts.details}
      breadcrumbs={crumbs}
      actions={
        order && (
          <>
            <DocumentsButton identifier={identifier} handover={handover} />
            <TrackButton order={order} />
          </>
        )
      }
    >
      <TextLink className={classes.back} to={list.to} search={search}>
        <IconArrowLeft size={16} aria-hidden />
        {list.label}
      </TextLink>
      {error && !order ? (
        <EmptyState icon={<IconReceiptOff size={28} stroke={1.5} />}>{texts.loadFailed}</EmptyState>
      ) : (
        <div className={classes.blocks}>
          {order && decision?.(order)}
          {order && <RejectedNote order={order} />}
          <OrderFacts order={order} details={data} />
          {data && timeline?.(data)}
          <OrderItems order={data} />
        </div>
      )}
    </Page>
  );
};
