import { can } from "@mcc/contract/access/permissions.ts";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { eventStream } from "@mcc/contract/stream/stream.api.ts";
import { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import type { AnyRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { watchAlerts } from "../features/alerts/new-alerts.ts";
import { invalidate, refetch } from "../platform/api/invalidate.ts";
import {
  refreshApprovals,
  refreshHome,
  refreshOrderLists,
  refreshOrders,
} from "../platform/api/refresh-orders.ts";
import { listen } from "../platform/live/listen.ts";
import { throttle } from "../platform/live/throttle.ts";
import { authState } from "../platform/session/auth-state.ts";

/** However often orders change, a query is refetched at most once per interval. */
const INTERVAL_MS = 500;
/** Orders and alerts come all day, thousands at once: what lists all orders, and home, is refetched less often. */
const ORDERS_INTERVAL_MS = 5_000;

/** An event without data: something has to be refetched. */
type StreamKind = Exclude<StreamEvent["kind"], "alert">;

const eventOf = (data: string): StreamEvent | undefined => {
  try {
    return StreamEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined; // a kind that only a newer server knows
  }
};

/** Rules show which of them have pending orders. Only users who configure rules and roles load the code for it. */
const refreshRules = async (): Promise<unknown> => {
  const who = authState.user.get();
  if (!who || !can(who, "company-admin")) return;
  const rules = await import("../features/approval-rules/refresh-rules.ts").catch(() => undefined);
  return rules?.refreshRules();
};

/** Nodes and groups are columns of lists, and company admins edit them. */
const refreshHierarchy = async (): Promise<unknown> => {
  if (authState.user.get()?.company?.has_company_hierarchy !== true) return;
  const hierarchy = await import("../features/hierarchy/refresh-hierarchy.ts").catch(() => undefined);
  return hierarchy?.refreshHierarchy();
};

/** Who may see which sites decides what every list shows. */
const refreshSites = async (): Promise<unknown> => {
  const sites = await import("../features/sites/refresh-sites.ts").catch(() => undefined);
  return Promise.all([refreshAll(), sites?.refreshSiteLists(), refreshHierarchy()]);
};

const refreshAll = (): Promise<unknown> => Promise.all([refreshOrders(), refreshRules()]);

/** Only company admins have users on their pages. */
const refreshUsers = async (): Promise<unknown> => {
  const who = authState.user.get();
  if (!who || !can(who, "company-admin")) return;
  const users = await import("../features/users/refresh-users.ts").catch(() => undefined);
  return Promise.all([users?.refreshUsers(), refreshHierarchy(), refreshHome()]);
};

/** Named by their paths: few users load the code of budgets. */
const refreshBudgets = (): Promise<unknown> =>
  invalidate(
    ["", ":id/", ":id/periods/", ":id/chart/", ":id/entries/"].map((below) => ({
      path: `/budgets/${below}`,
      allow: "company:member",
    })),
  );

const refreshAlerts = async (): Promise<unknown> => {
  const alerts = await import("../features/alerts/refresh-alerts.ts").catch(() => undefined);
  return alerts?.refreshAlertLists();
};

/** Every change is audited, whatever else it makes stale. */
const refreshAudit = async (): Promise<unknown> => {
  const who = authState.user.get();
  if (!who || !can(who, "company-admin")) return;
  const audit = await import("../features/audit/refresh-audit.ts").catch(() => undefined);
  return audit?.refreshAudit();
};

/** The user sees other sites or may do other things: whatever is on the screen is refetched. */
const refreshEverything = async (): Promise<unknown> => {
  await invalidate([currentUser]);
  return refetch();
};

/** Refetches the user first, whose permissions decide what else may be fetched. */
const refreshPermissions = async (): Promise<unknown> => {
  await invalidate([currentUser]);
  return refreshAll();
};

/**
 * Invalidates the queries that an event of the stream makes stale, and shows new alerts, until it is stopped. The stream
 * starts with the newest alert, from which it continues.
 */
export const followChanges = (userId: number, navigate: (path: string) => void): (() => void) => {
  const throttled = (refresh: () => Promise<unknown>) => throttle(INTERVAL_MS, refresh);
  // A kind of the contract without a handler does not compile.
  const handlers = {
    ready: throttled(refreshApprovals),
    approvals: throttled(() => Promise.all([refreshAll(), refreshBudgets()])),
    orders: throttle(ORDERS_INTERVAL_MS, refreshOrderLists),
    rules: throttled(refreshPermissions),
    sites: throttled(refreshSites),
    alerts: throttled(refreshAlerts),
    budgets: throttled(refreshBudgets),
    users: throttled(refreshUsers),
    company: throttled(() => invalidate([currentUser])),
    access: throttled(refreshEverything),
  } satisfies Record<StreamKind, () => void>;
  const home = throttle(ORDERS_INTERVAL_MS, refreshHome);
  const audit = throttle(ORDERS_INTERVAL_MS, refreshAudit);
  const alerts = watchAlerts(userId, navigate);
  let stop: (() => void) | undefined = () => {};
  void alerts.start().then(() => {
    if (!stop) return; // stopped already
    stop = listen(eventStream, {
      onMissed: () => {
        handlers.rules();
        handlers.alerts();
      },
      onPoll: () => void alerts.poll(),
      lastEventId: alerts.lastEventId,
      onEvent: ({ data }) => {
        const event = eventOf(data);
        if (event?.kind === "alert") alerts.receive(event);
        else if (event) {
          handlers[event.kind]();
          if (event.kind === "alerts") home();
          audit();
        }
      },
    });
  });
  return () => {
    stop?.();
    stop = undefined;
    alerts.stop();
    for (const handler of [...Object.values(handlers), home, audit]) handler.cancel();
  };
};

/**
 * Shows changes by others without a reload, for every user of a company. Users without approvals listen too, so that
 * they notice when approvals are enabled.
 */
export const useLiveUpdates = (user: SessionUser, router: Pick<AnyRouter, "history">): void => {
  // Each user has a stream of their own.
  const listener = can(user, "company:member") ? user.id : undefined;
  // The router is rebuilt when permissions change; the stream stays open.
  const current = useRef(router);
  current.current = router;
  useEffect(() => {
    if (listener === undefined) return undefined;
    return followChanges(listener, (path) => current.current.history.push(path));
  }, [listener]);
};
