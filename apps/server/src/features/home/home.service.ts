import type { Home } from "@mcc/contract/home/home.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { alertsBetween } from "../alerts/alerts.service.ts";
import { lateOrders } from "../analytics/approval-times/pending-times.service.ts";
import { ordersBetween } from "../orders/order-list.service.ts";
import { attentionOf } from "./attention.service.ts";
import { firstStepsOf } from "./first-steps.service.ts";
import { periodBefore } from "./period-before.ts";
import type { SpendWindow } from "./spend.queries.ts";
import { spendOverTime } from "./spend.service.ts";

/** Both ends included, as moments. */
const momentsOf = ({ after, before }: { readonly after: string; readonly before: string }) => ({
  after: `${after}T00:00:00.000Z`,
  before: `${before}T23:59:59.999Z`,
});

/** Everything that the home page shows beside the newest orders and alerts, which have requests of their own. */
export const homeOf = async (scope: CompanyScope, window: SpendWindow): Promise<Home> => {
  const earlier = periodBefore(window);
  const moments = earlier && momentsOf(earlier);
  const [spend, orders_before, alerts_before, attention, late_orders, first_steps] = await Promise.all([
    spendOverTime(scope, window),
    moments ? ordersBetween(scope, moments) : null,
    moments ? alertsBetween(scope, moments) : null,
    attentionOf(scope),
    lateOrders(scope),
    firstStepsOf(scope),
  ]);
  return { attention, late_orders, first_steps, orders_before, alerts_before, spend };
};
