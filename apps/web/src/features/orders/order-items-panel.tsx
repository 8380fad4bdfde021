import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import type { ListReturnState } from "../../platform/lists/list-return-state.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { closeModal } from "../../platform/state/globals.ts";
import { ItemsOnTheirWay, OrderItems } from "./order-items.tsx";
import { orderTexts as texts } from "./orders.texts.ts";

interface OrderItemsPanelProps {
  readonly identifier: string;
  /** The way back to the list, passed on to the order's page. */
  readonly listReturn?: ListReturnState;
}

/** The link to the order is for other pages than its own. */
const VisitLink = ({ identifier, listReturn }: OrderItemsPanelProps) =>
  identifier === listTexts.notAvailable ? null : (
    <TextLink
      to="/orders/$orderId"
      params={{ orderId: identifier }}
      state={{ listReturn }}
      onClick={() => closeModal()}
    >
      Visit Order {identifier}
    </TextLink>
  );

/** The lines of an order, on another page than its own. */
export const OrderItemsPanel = ({ identifier, listReturn }: OrderItemsPanelProps) => {
  const { data: order, error, refetch } = useQuery(queryFor(findOrder, { params: { identifier } }));
  if (order) {
    const { identifier: named } = order;
    return <OrderItems order={order} aside={<VisitLink identifier={named} listReturn={listReturn} />} />;
  }
  return error ? <LoadFailed retry={refetch}>{texts.loadFailed}</LoadFailed> : <ItemsOnTheirWay />;
};
