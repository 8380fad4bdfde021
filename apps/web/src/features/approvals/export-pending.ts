import { pendingList, requiresApprovalCount } from "@mcc/contract/approvals/approvals.api.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { orderMessages } from "@mcc/contract/orders/orders.messages.ts";
import { reading } from "../../platform/api.ts";
import { exportList } from "../../platform/export.ts";
import { loadedGroups } from "../../platform/group-columns.ts";
import { queryClient } from "../../platform/query-client.ts";
import { state as shared } from "../../platform/state.ts";
import { askingFor } from "./pending-asking.ts";
import { pendingHeaders } from "./pending-headers.ts";

const waiting = (): number =>
  queryClient.getQueryData<Reply<typeof requiresApprovalCount>>(reading(requiresApprovalCount, {}).queryKey)
    ?.count ?? 0;

/** Loaded by the first press of the button. */
export const exportPending = (state: ListQuery): void => {
  const { page, query } = askingFor(state);
  const who = shared.auth.user.get();
  if (!who) return;
  exportList(
    {
      name: pendingList.name,
      page,
      headers: pendingHeaders({ who, waiting: waiting(), groups: loadedGroups() }),
      failed: orderMessages.exportFailed,
      worker: () => new Worker(new URL("./pending-export.worker.ts", import.meta.url), { type: "module" }),
    },
    query,
  );
};
