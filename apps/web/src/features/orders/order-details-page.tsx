import { Button } from "@mantine/core";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { canTrackOrder } from "@mcc/contract/orders/orders.rules.ts";
import type { Order, OrderRow, PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { IconArrowLeft, IconFileText, IconReceiptOff, IconTruckDelivery } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListReturnState, useListReturnState } from "../../platform/lists/list-return-state.ts";
import { cellOf } from "../../platform/lists/table/table-cell.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { ReturnLink } from "../../platform/page/return-link.tsx";
import { useOpenedRecord } from "../../platform/page/use-opened-record.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./order-details.module.css";
import { OrderFacts } from "./order-facts.tsx";
import { ItemsOnTheirWay, OrderItems } from "./order-items.tsx";
import { statusTones } from "./order-tones.ts";
import { notFound, orderTexts as texts } from "./orders.texts.ts";
import { RejectedNote } from "./rejected-note.tsx";
import { trackOrder } from "./tracking/track-order.ts";

/** The row that the list passed along; it has everything but the lines. */
const rowFromList = (record: unknown, identifier: string): OrderRow | PendingRow | undefined =>
  (record as OrderRow | undefined)?.identifier === identifier ? (record as OrderRow) : undefined;

interface FailedProps {
  readonly identifier: string;
  readonly missing: boolean;
  readonly retry: () => unknown;
  readonly back: ReactNode;
}

const Failed = ({ identifier, missing, retry, back }: FailedProps) => (
  <LoadFailed
    icon={<IconReceiptOff size={28} stroke={1.5} />}
    retry={missing ? undefined : retry}
    back={back}
  >
    {texts.loadFailed}
    {missing && (
      <>
        <br />
        {notFound(identifier)}
      </>
    )}
  </LoadFailed>
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

/** What the order is, at a glance: its number can be copied; its status, its total and who is next are in view. */
const Standing = ({ order, waiting }: { order: OrderRow | Order; waiting: ReactNode }) => (
  <>
    <CopyButton noun={texts.orderNumber} text={order.identifier} />
    {cellOf("choice", order.status, statusTones)}
    <span className={classes.total}>
      <span>{texts.total}</span> {formatMoney(order.taxful_total_price_value)}
    </span>
    {waiting && <span className={classes.waiting}>{waiting}</span>}
  </>
);

interface OrderDetailsPageProps {
  /** Whom a pending order is waiting for, in the heading. */
  readonly waitingFor?: (order: OrderRow | Order) => ReactNode;
  /** The decision about the order, at the top of the page. */
  readonly decision?: (order: OrderRow | Order) => ReactNode;
  /** What is left of budgets before and after the order. */
  readonly budgets?: (identifier: string) => ReactNode;
  /** Likely splits and duplicates, which the rows of pending orders have too. */
  readonly warnings?: (order: PendingRow | Order) => ReactNode;
  /** The approval timeline. */
  readonly timeline?: (order: Order) => ReactNode;
  /** Beside the link to the documents of the order. */
  readonly documentsAction?: (identifier: string) => ReactNode;
}

/** One order: shown immediately with the row of the list, then refreshed from the API. */
export const OrderDetailsPage = ({
  waitingFor,
  decision,
  budgets,
  warnings,
  timeline,
  documentsAction,
}: OrderDetailsPageProps) => {
  const { orderId: identifier = "" } = useParams({ strict: false });
  const listReturn = useListReturnState();
  const {
    record: data,
    error,
    missing,
    retry,
  } = useRecord(findOrder, { params: { identifier } }, { failed: texts.loadFailed, reportsMissing: true });
  useOpenedRecord(data && `Order ${identifier}`);
  const order = data ?? (error ? undefined : rowFromList(listReturn?.record, identifier));
  const list = listReturn?.from ?? { to: "/orders", name: texts.orders, label: texts.returnToOrders };
  const toList = { to: list.to, search: listReturn?.back ?? {} };
  const listLink = <ReturnLink {...toList}>{list.name}</ReturnLink>;
  const back = (
    <ReturnLink className={classes.back} {...toList}>
      <IconArrowLeft size={16} aria-hidden />
      {list.label}
    </ReturnLink>
  );
  return (
    <Page
      section={texts.section}
      title={`Order ${identifier}`}
      breadcrumbs={breadcrumbs([listLink], texts.details)}
      back={missing ? undefined : back}
      standing={order && <Standing order={order} waiting={waitingFor?.(order)} />}
      actions={
        order && (
          <>
            <span className={classes.documents}>
              <DocumentsButton identifier={identifier} listReturn={listReturn} />
              {documentsAction?.(identifier)}
            </span>
            <TrackButton order={order} />
          </>
        )
      }
    >
      {error && !order ? (
        <Failed {...{ identifier, missing, retry, back }} />
      ) : (
        <div className={classes.blocks}>
          {order && decision?.(order)}
          {order && <RejectedNote order={order} />}
          {order && "warnings" in order && warnings?.(order)}
          {data && budgets?.(identifier)}
          <OrderFacts order={order} />
          {data ? <OrderItems order={data} /> : <ItemsOnTheirWay />}
          {data && timeline?.(data)}
        </div>
      )}
    </Page>
  );
};
