import { findOrder, orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import {
  pendingCount,
  pendingList,
  pendingSum,
  requiresApprovalCount,
} from "@mcc/contract/orders/pending.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Queries about approvals only. */
const OWN = [pendingList.page, pendingSum, pendingCount, requiresApprovalCount, findOrder];

/** Refetches the pending orders on the screen. */
export const refreshApprovals = (): Promise<unknown> => invalidate(OWN);

/** After a change, the list of all orders may show another status too. */
export const refreshOrders = (): Promise<unknown> => invalidate([...OWN, orderList.page, orderSum]);
