import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";

const PENDING: OrderStatus = "Pending Approval";

/** A column that only the pending list has. */
const OWN = "approved_by";

const isOwn = ({ [OWN]: filter, requires_my_approval, waiting_for_answer, ordering }: ListQuery): boolean =>
  filter !== undefined ||
  requires_my_approval === true ||
  waiting_for_answer === true ||
  ordering.replace(/^-/, "") === OWN;

/**
 * A search requests the pending orders from the list of all orders (APPR-010). Filters that only the
 * pending list has, such as the approvers, are requested from the pending list.
 */
export const pendingRequest = (state: ListQuery) =>
  state.search && !isOwn(state)
    ? { page: orderList.page, query: { ...state, status: [PENDING] } }
    : { page: pendingList.page, query: state };
