import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";

const PENDING: OrderStatus = "Pending Approval";

/** Known to the pending list and to no other. */
const OWN = "approved_by";

const isOwn = ({ [OWN]: filter, ordering }: ListQuery): boolean =>
  filter !== undefined || ordering.replace(/^-/, "") === OWN;

/**
 * A search asks the list of all orders for the pending ones, as the specification has it (1, section 7); only what that
 * list does not know, who has approved, is searched in the pending list itself.
 */
export const pendingRequest = (state: ListQuery) =>
  state.search && !isOwn(state)
    ? { page: orderList.page, query: { ...state, status: PENDING } }
    : { page: pendingList.page, query: state };
