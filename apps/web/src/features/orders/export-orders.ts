import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { exportList } from "../../platform/export/export-list.ts";
import { orderExportColumns } from "./orders-export.ts";

const { name, page } = orderList;

/** Loaded by the first press of the button. */
export const exportOrders = (state: ListQuery): void =>
  exportList(
    {
      name,
      page,
      headers: orderExportColumns,
      failed: orderMessages.exportFailed,
      worker: () => new Worker(new URL("./orders-export.worker.ts", import.meta.url), { type: "module" }),
    },
    state,
  );
