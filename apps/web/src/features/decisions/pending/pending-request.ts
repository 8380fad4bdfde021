import type { Session } from "@mcc/contract/access/session.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";

const PENDING: OrderStatus = "Pending Approval";

/** The columns and flags that only the pending list has. */
const OWN = Object.keys({ ...pendingList.columns, ...pendingList.extra }).filter(
  (key) => !(key in { ...orderList.columns, ...orderList.extra }),
);

const isOwn = (state: ListQuery): boolean =>
  OWN.includes(state.ordering.replace(/^-/, "")) ||
  Object.entries(state).some(([key, value]) => OWN.includes(key) && value !== undefined && value !== false);

/**
 * A search requests the pending orders from the list of all orders (APPR-010). What only the pending list has is
 * requested from the pending list: filters such as the approvers, and the orders that a deputy sees beside their sites.
 */
export const pendingRequest = ({ is_deputy }: Pick<Session, "is_deputy">, state: ListQuery) =>
  state.search && !isOwn(state) && !is_deputy
    ? { page: orderList.page, query: { ...state, status: [PENDING] } }
    : { page: pendingList.page, query: state };
