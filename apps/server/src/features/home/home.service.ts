import { can } from "@mcc/contract/access/permissions.ts";
import { HOME_ROWS, type Home } from "@mcc/contract/home/home.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { alertsBetween, newestAlertTexts } from "../alerts/alerts.service.ts";
import { lateOrders } from "../analytics/approval-times/pending-times.service.ts";
import {
  newestOrders,
  oldestRequiringApproval,
  ordersBetween,
  pendingCount,
} from "../orders/order-list.service.ts";
import { countSites } from "../sites/sites.service.ts";
import { attentionOf } from "./attention.service.ts";
import { firstStepsOf } from "./first-steps.service.ts";
import { periodBefore } from "./period-before.ts";
import type { SpendWindow } from "./spend.queries.ts";
import { spendOverTime } from "./spend.service.ts";

/** Both ends included, as moments. */
const momentsOf = ({ after, before }: SpendWindow) => ({
  ...(after && { after: `${after}T00:00:00.000Z` }),
  ...(before && { before: `${before}T23:59:59.999Z` }),
});

/** For approvers, who have a tile of it, and for company admins, whom it needs. */
const countPending = async (scope: CompanyScope): Promise<number | null> => {
  const { who } = scope;
  const counts = can(who, "approval:list") && (who.is_approver || can(who, "company-admin"));
  return counts ? (await pendingCount(scope)).count : null;
};

/** Everything that the home page shows, in one request. */
export const homeOf = async (scope: CompanyScope, window: SpendWindow): Promise<Home> => {
  const earlier = periodBefore(window);
  const moments = momentsOf(window);
  const momentsBefore = earlier && momentsOf(earlier);
  const [sites, pending, needs_user, orders, alerts, orders_before, alerts_before] = await Promise.all([
    countSites(scope),
    countPending(scope),
    can(scope.who, "has-order-approvals") ? oldestRequiringApproval(scope, HOME_ROWS) : null,
    newestOrders(scope, moments, HOME_ROWS),
    newestAlertTexts(scope, moments, HOME_ROWS),
    momentsBefore ? ordersBetween(scope, momentsBefore) : null,
    momentsBefore ? alertsBetween(scope, momentsBefore) : null,
  ]);
  const [spend, attention, late_orders, first_steps] = await Promise.all([
    spendOverTime(scope, window),
    attentionOf(scope, pending ?? 0),
    lateOrders(scope),
    firstStepsOf(scope),
  ]);
  return {
    ...{ sites, pending, needs_user, orders, alerts, attention, late_orders, first_steps },
    ...{ orders_before, alerts_before, spend },
  };
};
