import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { MOST_MARKED } from "@mcc/contract/alerts/unread-alerts.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { newestAlerts } from "./alerts.list.ts";
import * as queries from "./alerts.queries.ts";

export { alertsBetween, newestAlertTexts } from "./alerts.list.ts";

/** As many as the bell shows. */
const LATEST = 10;

export const latestAlerts = async (scope: CompanyScope) => ({ results: await newestAlerts(scope, LATEST) });

export const newerAlert = async (
  scope: CompanyScope,
  id = fail("not_found") as number,
): Promise<Alert | undefined> => (await newestAlerts(scope, 1, id))[0];

export const unreadAlerts = queries.countUnread;

/** The other pages of the user show it too. */
const mark = async ({ changes }: Services, scope: CompanyScope, which: Condition): Promise<number> => {
  const marked = await queries.markRead(scope, which);
  if (marked > 0) scope.afterCommit(() => changes.announce({ kind: "own-alerts", userId: scope.who.id }));
  return marked;
};

/** With the other alerts about its order: they are one entry. */
export const markAlertRead = async (services: Services, scope: CompanyScope, id: number) => {
  const { order_id } = (await queries.findOwnAlert(scope, id)) ?? fail("not_found");
  await mark(
    services,
    scope,
    order_id === null ? sql`alerts.id = ${id}` : sql`alerts.order_id = ${order_id}`,
  );
  return unreadAlerts(scope);
};

/** Alerts that have arrived since the user looked stay unread. */
export const markAlertsRead = async (
  services: Services,
  scope: CompanyScope,
  { newest }: { readonly newest: number },
) => {
  const marked = await mark(services, scope, sql`alerts.id <= ${newest}`);
  return { ...(await unreadAlerts(scope)), more: marked === MOST_MARKED };
};
