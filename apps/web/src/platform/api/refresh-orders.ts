import { COMMENTS_PATH } from "@mcc/contract/comments/comments-path.ts";
import {
  orderRemarks,
  pendingList,
  pendingSum,
  requiresApprovalCount,
} from "@mcc/contract/decisions/decisions.api.ts";
import { DEPUTY_DECISIONS_PATH } from "@mcc/contract/delegations/deputy-decisions-path.ts";
import { HOME_PATH } from "@mcc/contract/home/home-path.ts";
import { findOrder, orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { queryFor } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { queryClient } from "./query-client.ts";

/** Queries about approvals only. */
const OWN = [
  pendingList.page,
  pendingSum,
  orderRemarks,
  requiresApprovalCount,
  findOrder,
  // By their paths: only the page of an order and the profile load the endpoints.
  { path: COMMENTS_PATH, allow: "company:member" },
  { path: "/orders/:identifier/budgets/", allow: "company:member" },
  { path: "/orders/pending/budgets/", allow: "approval:list" },
  { path: DEPUTY_DECISIONS_PATH, allow: "approval:list" },
] as const;

/** The badge follows a decision at once, before the count is refetched. */
export const lowerRequiresApprovalCount = (decided: number): void =>
  void queryClient.setQueryData(queryFor(requiresApprovalCount, {}).queryKey, (now) =>
    now ? { count: Math.max(now.count - decided, 0) } : now,
  );

/** Refetches the pending orders on the screen. */
export const refreshApprovals = (): Promise<unknown> => invalidate(OWN);

const HOME = { path: HOME_PATH, allow: "company:member" } as const;
/** Few users load the code of approval times. */
const TIMES = { path: "/analytics/approval-times/", allow: "approval-times" } as const;
const ALL = [orderList.page, orderSum, HOME, TIMES] as const;

/** Refetches what the home page counts. */
export const refreshHome = (): Promise<unknown> => invalidate([HOME]);

/** Refetches the orders on the screen, and what is counted of them. */
export const refreshOrderLists = (): Promise<unknown> => invalidate(ALL);

/** After a change, the list of all orders may show another status too. */
export const refreshOrders = (): Promise<unknown> => invalidate([...OWN, ...ALL]);
