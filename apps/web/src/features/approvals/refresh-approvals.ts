import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/orders/pending.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** What is only about approvals. */
const OWN = [pendingList.page, pendingCount, requiresApprovalCount, findOrder];

/** What stands on the screen about orders that wait is read again. */
export const refreshApprovals = (): Promise<unknown> => invalidate(OWN);

/** After a change, the list of all orders may show another status too. */
export const refreshOrders = (): Promise<unknown> => invalidate([...OWN, orderList.page]);
