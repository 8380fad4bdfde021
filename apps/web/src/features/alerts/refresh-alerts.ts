import { rulesOfUser } from "@mcc/contract/alerts/alert-rules.api.ts";
import { alertList, latestAlerts } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { refreshHome } from "../../platform/api/refresh-orders.ts";

/** Refetches the alerts and alert rules on the screen. */
export const refreshAlertLists = (): Promise<unknown> =>
  invalidate([alertList.page, latestAlerts, unreadAlerts, triggerList.page, rulesOfUser]);

/** What a change by the user makes stale: the home page counts alerts. */
export const refreshAlerts = (): Promise<unknown> => Promise.all([refreshAlertLists(), refreshHome()]);
