import { Button } from "@mantine/core";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { canTrackOrder } from "@mcc/contract/orders/orders.rules.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { IconArrowLeft, IconFileText, IconReceiptOff, IconTruckDelivery } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { useRetryWithBackoff } from "../../platform/api/retry-backoff.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { type ListReturnState, useListReturnState } from "../../platform/lists/list-return-state.ts";
import { cellOf } from "../../platform/lists/table/table-cell.tsx";
import { Page } from "../../platform/page/page.tsx";
import { ReturnLink } from "../../platform/page/return-link.tsx";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./order-details.module.css";
import { OrderFacts } from "./order-facts.tsx";
import { ItemsOnTheirWay, OrderItems } from "./order-items.tsx";
import { statusTones } from "./order-tones.ts";
import { notFound, orderTexts as texts } from "./orders.texts.ts";
import { RejectedNote } from "./rejected-note.tsx";
import { trackOrder } from "./track-order.ts";

/** What the list hands over: everything but the lines. */
const rowFromList = (record: unknown, identifier: string): OrderRow | undefined =>
  (record as OrderRow | undefined)?.identifier === identifier ? (record as OrderRow) : undefined;

const useOrder = (identifier: string) => {
  const asked = { params: { identifier } };
  const options = queryFor(findOrder, asked);
  const answer = useQuery(options);
  const { error } = answer;
  useEffect(() => {
    if (!error) return;
    console.error(texts.loadFailed, error);
    toast.error(texts.loadFailed);
  }, [error]);
  const missing = answer.data ? null : error;
  useRetryWithBackoff(missing, async (signal) => {
    queryClient.setQueryData(options.queryKey, await call(findOrder, asked, signal));
  });
  return answer;
};

const isUnknown = (error: Error): boolean => error instanceof CallError && error.status === 404;

interface FailedProps {
  readonly identifier: string;
  readonly error: Error;
  readonly tryAgain: () => void;
}

/** What could not be shown, and what can be done about it. */
const Failed = ({ identifier, error, tryAgain }: FailedProps) => (
  <EmptyState
    icon={<IconReceiptOff size={28} stroke={1.5} />}
    action={
      !isUnknown(error) && (
        <Button variant="default" onClick={tryAgain}>
          {listTexts.tryAgain}
        </Button>
      )
    }
  >
    {texts.loadFailed}
    {isUnknown(error) && (
      <>
        <br />
        {notFound(identifier)}
      </>
    )}
  </EmptyState>
);

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

const DocumentsButton = ({
  identifier,
  listReturn,
}: {
  identifier: string;
  listReturn?: ListReturnState;
}) => (
  <Button
    variant="default"
    leftSection={<IconFileText size={16} aria-hidden />}
    renderRoot={(props) => (
      <Link
        {...props}
        to="/orders/$orderId/documents"
        params={{ orderId: identifier }}
        state={{ listReturn: listReturn }}
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
  const listReturn = useListReturnState();
  const { data, error, refetch } = useOrder(identifier);
  const order = data ?? (error ? undefined : rowFromList(listReturn?.record, identifier));
  const list = listReturn?.from ?? { to: "/orders", label: texts.returnToOrders };
  const search = listReturn?.back ?? {};
  const toOrders = { to: "/orders", search: listReturn?.from ? {} : search };
  const crumbs = [
    { key: "orders", node: <ReturnLink {...toOrders}>{texts.orders}</ReturnLink> },
    { key: "details", node: <span aria-current="page">{texts.details}</span> },
  ];
  return (
    <Page
      section={texts.section}
      title={`Order ${identifier}`}
      breadcrumbs={crumbs}
      back={
        <ReturnLink className={classes.back} to={list.to} search={search}>
          <IconArrowLeft size={16} aria-hidden />
          {list.label}
        </ReturnLink>
      }
      standing={order && cellOf("choice", order.status, statusTones)}
      actions={
        order && (
          <>
            <DocumentsButton identifier={identifier} listReturn={listReturn} />
            <TrackButton order={order} />
          </>
        )
      }
    >
      {error && !order ? (
        <Failed identifier={identifier} error={error} tryAgain={() => void refetch()} />
      ) : (
        <div className={classes.blocks}>
          {order && decision?.(order)}
          {order && <RejectedNote order={order} />}
          <OrderFacts order={order} details={data} />
          {data && timeline?.(data)}
          {data ? <OrderItems order={data} /> : <ItemsOnTheirWay />}
        </div>
      )}
    </Page>
  );
};
