import { DASHBOARDS, type DashboardName } from "@mcc/contract/analytics/analytics.schema.ts";
import type { Dashboard, DashboardChoices } from "@mcc/contract/analytics/dashboard.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { UNKNOWN_PARAMETER } from "@mcc/contract/kit/list-schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { DashboardParts } from "./chart-parts.ts";
import { openOrders } from "./open-orders.service.ts";
import { orderStatus } from "./order-status.service.ts";
import { serviceQuality } from "./service-quality.service.ts";
import { totalSpend } from "./total-spend.service.ts";

interface Built {
  readonly label: string;
  readonly build: (scope: CompanyScope, choices: DashboardChoices) => Promise<DashboardParts>;
  readonly hasChoices?: true;
}

const dashboards: Record<DashboardName, Built> = {
  "total-spend": { label: "Total Spend", build: totalSpend, hasChoices: true },
  "open-orders": { label: "Open Orders", build: openOrders },
  "order-status": { label: "Order Status", build: orderStatus },
  "service-quality": { label: "Service Quality", build: serviceQuality },
};

export const labelOf = (name: DashboardName): string => dashboards[name].label;

const isDashboard = (name: string): name is DashboardName => (DASHBOARDS as readonly string[]).includes(name);

/** The numbers of one dashboard, over the sites that the user may see. */
export const findDashboard = async (
  scope: CompanyScope,
  name: string,
  choices: DashboardChoices,
): Promise<Dashboard> => {
  const { label, build, hasChoices } = isDashboard(name) ? dashboards[name] : fail("not_found");
  if (!hasChoices) for (const key of Object.keys(choices)) failField(key, UNKNOWN_PARAMETER);
  return {
    name,
    label,
    accent_color: scope.who.company?.accent_color ?? null,
    choices: [],
    ...(await build(scope, choices)),
  };
};
