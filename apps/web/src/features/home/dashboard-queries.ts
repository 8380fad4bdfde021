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
const LAST = 5;
/** Read where several users got the same alerts, so that five different ones are left. */
const MORE = 25;

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

/** Several users get the same alert; it is shown once. */
const newestOnce = <Alert extends { readonly content: string }>(alerts: readonly Alert[]) => {
  const contents = alerts.map(({ content }) => content);
  return alerts.filter(({ content }, at) => contents.indexOf(content) === at).slice(0, LAST);
};

/** The newest alerts of the time range, each once, and how many there are. */
export const useLastAlerts = (range: TimeRange) => {
  const window = momentsOf(range, Date.now());
  const ask = (limit: number) =>
    queryFor(alertList.page, {
      query: {
        limit,
        ordering: "-created",
        ...(window && { created_after: window.after, created_before: window.before }),
      },
    });
  const newest = useQuery({ ...ask(LAST), placeholderData: keepPreviousData });
  const { results = [] } = newest.data ?? {};
  const enabled = results.length === LAST && newestOnce(results).length < LAST;
  const more = useQuery({ ...ask(MORE), enabled, placeholderData: keepPreviousData });
  return { ...newest, rows: newest.data && newestOnce((enabled && more.data?.results) || results) };
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
