import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { exportList } from "../../platform/export/export-list.ts";
import { pendingHeaders, type Viewer } from "./pending-export-headers.ts";
import { pendingRequest } from "./pending-request.ts";

/** Loaded by the first press of the button. */
export const exportPending = (state: ListQuery, looking: Viewer): void => {
  const { page, query } = pendingRequest(state);
  exportList(
    {
      name: pendingList.name,
      page,
      headers: pendingHeaders(looking),
      failed: orderMessages.exportFailed,
      worker: () => new Worker(new URL("./pending-export.worker.ts", import.meta.url), { type: "module" }),
    },
    query,
  );
};
