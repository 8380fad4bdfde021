import type { Analytics } from "@mcc/contract/analytics/analytics.schema.ts";
import { CompanyAnalytics } from "@mcc/contract/analytics/company-analytics.schema.ts";
import { z } from "zod";

const Entry = z.object({ label: z.string(), url: z.string(), token: z.string() });

const Values = z.object({
  /** Empty for the dashboards of this server. */
  analytics_source: z.string(),
  looker_dashboard_url: z.string(),
  domo_dashboards: z.array(Entry),
});
export type CompanyAnalyticsValues = z.input<typeof Values>;

export const EMPTY_DASHBOARD = { label: "", url: "", token: "" };

type Source = Omit<Analytics, "analytics_source"> & {
  readonly analytics_source: Analytics["analytics_source"] | null;
};

export const analyticsValues = (source: Source): CompanyAnalyticsValues => ({
  analytics_source: source.analytics_source ?? "",
  looker_dashboard_url: source.looker_dashboard_url ?? "",
  domo_dashboards: source.domo_dashboards,
});

/** What belongs to the chosen source only: the fields of the other one are not shown. */
export const analyticsBody = ({
  analytics_source: source,
  looker_dashboard_url,
  domo_dashboards,
}: CompanyAnalyticsValues): z.input<typeof CompanyAnalytics> => ({
  analytics_source: source === "LOOKER" || source === "DOMO" ? source : null,
  looker_dashboard_url: source === "LOOKER" ? looker_dashboard_url : null,
  domo_dashboards: source === "DOMO" ? domo_dashboards : [],
});

export const CompanyAnalyticsForm = Values.transform(analyticsBody).pipe(CompanyAnalytics);
