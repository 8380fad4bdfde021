import { z } from "zod";

export const ANALYTICS_SOURCES = ["LOOKER", "DOMO"] as const;

/** The dashboards that the server draws itself, in the order of their tabs. */
export const DASHBOARDS = ["total-spend", "open-orders", "order-status", "service-quality"] as const;
export type DashboardName = (typeof DASHBOARDS)[number];

const DomoDashboard = z.object({
  label: z.string(),
  url: z.string(),
  /** Shows that its holder may see the dashboard. */
  token: z.string(),
});
export type DomoDashboard = z.output<typeof DomoDashboard>;

/** What a user is shown: one page of Looker, or one or several dashboards. */
export const Analytics = z.object({
  analytics_source: z.enum(ANALYTICS_SOURCES),
  looker_dashboard_url: z.string().nullable(),
  domo_dashboards: z.array(DomoDashboard),
});
export type Analytics = z.output<typeof Analytics>;
