import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/approvals/approvals.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { queryClient } from "../../platform/query-client.ts";

const reread = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));

/** What is only about approvals. */
const OWN = [pendingList.path, pendingCount.path, requiresApprovalCount.path, findOrder.path];

/** What stands on the screen about orders that wait is read again. */
export const refreshApprovals = (): Promise<unknown> => reread(OWN);

/** After a change, the list of all orders may show another status too. */
export const refreshOrders = (): Promise<unknown> => reread([...OWN, orderList.path]);
