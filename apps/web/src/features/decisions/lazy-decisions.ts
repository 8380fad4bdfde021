import { toast } from "../../platform/page/toast.ts";

/** The dialogs and actions are loaded by the first click: most visits to a list decide nothing. */
const loadThenCall =
  <Given extends readonly unknown[]>(load: () => Promise<(...given: Given) => unknown>) =>
  (...given: Given): void => {
    const ask = async () => (await load())(...given);
    void ask().catch(toast.failure);
  };

export const confirmApprove = loadThenCall(async () => (await import("./decide-order.ts")).confirmApprove);
export const confirmReject = loadThenCall(async () => (await import("./decide-order.ts")).confirmReject);
export const confirmApproveSeveral = loadThenCall(
  async () => (await import("./bulk/bulk-approval.tsx")).confirmApproveSeveral,
);
