import { rulesOfUser } from "@mcc/contract/alerts/alert-rules.api.ts";
import { alertList, latestAlerts } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches the alerts and alert rules on the screen. */
export const refreshAlerts = (): Promise<unknown> =>
  invalidate([alertList.page, latestAlerts, unreadAlerts, triggerList.page, rulesOfUser]);
