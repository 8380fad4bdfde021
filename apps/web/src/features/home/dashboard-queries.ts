import { can } from "@mcc/contract/access/permissions.ts";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { pendingCount, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { home } from "@mcc/contract/home/home.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { siteCount } from "@mcc/contract/sites/site-records.api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { daysOf, momentsOf, type TimeRange } from "./range.ts";

/** Rows of each table. */
export const LAST = 5;
/** Several users get the same alert: more are read, so that five different ones are left. */
const ALERTS_READ = 25;

/** The newest orders of the time range, and how many there are. */
export const useLastOrders = (range: TimeRange) => {
  const window = momentsOf(range, Date.now());
  return useQuery({
    ...queryFor(orderList.page, {
      query: {
        limit: LAST,
        ordering: "-orderDate",
        ...(window && { orderDate_after: window.after, orderDate_before: window.before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
};

/** The newest alerts of the time range, and how many there are. */
export const useLastAlerts = (range: TimeRange) => {
  const window = momentsOf(range, Date.now());
  return useQuery({
    ...queryFor(alertList.page, {
      query: {
        limit: ALERTS_READ,
        ordering: "-created",
        ...(window && { created_after: window.after, created_before: window.before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
};

/** What needs attention, the first steps, and spend and counts beside the period before: one request. */
export const useHome = (range: TimeRange) =>
  useQuery({
    ...queryFor(home, { query: daysOf(range, Date.now()) ?? {} }),
    placeholderData: keepPreviousData,
  });

export const useSiteCount = () => useQuery(queryFor(siteCount, {}));

/** The pending orders, and how many of them need the user; only approvers ask. */
export const usePending = () => {
  const who = useSessionUser();
  const enabled = who.is_approver && can(who, pendingCount.allow);
  const all = useQuery({ ...queryFor(pendingCount, {}), enabled });
  const own = useQuery({ ...queryFor(requiresApprovalCount, {}), enabled });
  return { enabled, all, needsUser: enabled && (own.data?.count ?? 0) > 0 };
};
