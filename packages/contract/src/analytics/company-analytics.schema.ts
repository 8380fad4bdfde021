import { z } from "zod";
import { WebAddress } from "../integration/web-address.ts";
import { requiredText, textArea } from "../kit/text.ts";
import { ANALYTICS_SOURCES } from "./analytics.schema.ts";

const MOST_DASHBOARDS = 20;
const TOKEN_MAX = 4_000;

/**
 * A host as a content security policy can have it: there an asterisk would mean any host. A password before it is refused
 * by `WebAddress`.
 */
const ENCRYPTED = /^https:\/\/(?:[^/?#@]*@)?[a-z0-9.-]+(?::\d+)?(?:[/?#]|$)/i;
const NOT_ENCRYPTED = "This must be an address that starts with https://.";

const EmbeddedAddress = requiredText("This field is required.", 2_000)
  .trim()
  .refine((value) => value === "" || ENCRYPTED.test(value), NOT_ENCRYPTED)
  .pipe(WebAddress);

const CompanyDashboard = z.strictObject({
  label: requiredText("This field is required.").trim(),
  url: EmbeddedAddress,
  token: textArea(TOKEN_MAX).describe("Sent to the dashboard as a form, if there is one").default(""),
});

const Source = z.enum(ANALYTICS_SOURCES, {
  error: `This must be one of ${ANALYTICS_SOURCES.join(", ")}, or null for the dashboards of this server.`,
});

/** Where the dashboards of a company are; null for those of this server. */
export const CompanyAnalytics = z
  .strictObject({
    analytics_source: Source.nullable(),
    looker_dashboard_url: EmbeddedAddress.nullable().default(null),
    domo_dashboards: z
      .array(CompanyDashboard, { error: "This must be a list of dashboards." })
      .max(MOST_DASHBOARDS, `This can't hold more than ${MOST_DASHBOARDS} dashboards.`)
      .default([]),
  })
  .superRefine(({ analytics_source, looker_dashboard_url, domo_dashboards }, context) => {
    const missing = (field: string) =>
      context.addIssue({ code: "custom", path: [field], message: "This field is required." });
    if (analytics_source === "LOOKER" && looker_dashboard_url === null) missing("looker_dashboard_url");
    if (analytics_source === "DOMO" && domo_dashboards.length === 0) missing("domo_dashboards");
  });
export type CompanyAnalytics = z.output<typeof CompanyAnalytics>;
