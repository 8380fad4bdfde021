import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";

/** Neither delivered nor given up, in the order of their progress. */
export const OPEN_STATUSES = [
  "Pending Approval",
  "Accepted",
  "Processing",
  "Partially Shipped",
  "Shipped",
] as const satisfies readonly OrderStatus[];

export const LOST_STATUSES = ["Canceled", "Rejected"] as const satisfies readonly OrderStatus[];

const BY_PROGRESS = [...OPEN_STATUSES, "Delivered", ...LOST_STATUSES] as const;
/** All of them: a status that is missing here does not compile. */
export const STATUSES_BY_PROGRESS: readonly OrderStatus[] = BY_PROGRESS satisfies readonly OrderStatus[] &
  (OrderStatus extends (typeof BY_PROGRESS)[number] ? unknown : never);
