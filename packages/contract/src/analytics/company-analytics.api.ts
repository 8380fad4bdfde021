import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { Analytics } from "./analytics.schema.ts";
import { CompanyAnalytics } from "./company-analytics.schema.ts";

const one = {
  path: "/mcc-admin/companies/:id/analytics/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: Analytics.extend({ analytics_source: Analytics.shape.analytics_source.nullable() }),
} as const;

export const companyAnalytics = endpoint({
  ...one,
  method: "GET",
  summary: "Where the dashboards of a company are",
  fails: ["not_found"],
});

export const updateCompanyAnalytics = endpoint({
  ...one,
  method: "PUT",
  summary: "Set where the dashboards of a company are",
  description: "Pages embed a new address a few seconds later.",
  body: CompanyAnalytics,
  fails: ["not_found", "company.not_configured"],
});
