import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { queryFor } from "../../../platform/api/call.ts";
import { queryClient } from "../../../platform/api/query-client.ts";
import { refreshOrders } from "../../../platform/api/refresh-orders.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { changeTexts as texts } from "./change.texts.ts";

/** Saves a change: the page shows the order from the response at once. After a refusal the order may be another one. */
export const saveChange = (send: () => Promise<Order>, success: string): Promise<void> =>
  saveRecord({
    send,
    success,
    failure: texts.failed,
    fieldErrorsOnly: true,
    onSuccess: (order) => {
      const { queryKey } = queryFor(findOrder, { params: { identifier: order.identifier } });
      queryClient.setQueryData(queryKey, order);
    },
    onFailure: refreshOrders,
    invalidate: refreshOrders,
  });
