import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/approvals/approvals.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import type { QueryKey } from "@tanstack/react-query";
import { reading } from "../../platform/api.ts";
import { queryClient } from "../../platform/query-client.ts";
import type { ListPage } from "../../platform/resource-table-data.ts";

const reread = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));

/** What is only about approvals. */
const OWN = [pendingList.path, pendingCount.path, requiresApprovalCount.path, findOrder.path];

/** What stands on the screen about orders that wait is read again. */
export const refreshApprovals = (): Promise<unknown> => reread(OWN);

/** After a change, the list of all orders may show another status too. */
export const refreshOrders = (): Promise<unknown> => reread([...OWN, orderList.path]);

type Known = Partial<Pick<OrderRow, "approvable_by_current_user" | "approval_status" | "status">>;

const listKeys: QueryKey[] = [[pendingList.path], [orderList.path]];

/** Writes into everything that is shown of an order, ahead of the next reading. */
export const markOrder = (identifier: string, known: Known): void => {
  for (const queryKey of listKeys) {
    queryClient.setQueriesData<ListPage<OrderRow>>({ queryKey }, (page) =>
      page?.results
        ? {
            ...page,
            results: page.results.map((row) => (row.identifier === identifier ? { ...row, ...known } : row)),
          }
        : page,
    );
  }
  queryClient.setQueryData<Order>(
    reading(findOrder, { params: { identifier } }).queryKey,
    (order) => order && { ...order, ...known },
  );
};

export const keepOrder = (order: Order): void =>
  void queryClient.setQueryData(
    reading(findOrder, { params: { identifier: order.identifier } }).queryKey,
    order,
  );

/** An answer that is under way was given before what is about to happen. */
export const dropReadings = (): Promise<unknown> =>
  Promise.all([...listKeys, [findOrder.path]].map((queryKey) => queryClient.cancelQueries({ queryKey })));
