import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { requiredText, text } from "../kit/text.ts";
import { Analytics, DASHBOARDS } from "./analytics.schema.ts";
import { Dashboard, dashboardChoices } from "./dashboard.schema.ts";

export const userAnalytics = endpoint({
  method: "POST",
  path: "/accounts/user/analytics/",
  summary: "The dashboards of the user",
  description:
    "Those of the company's own source. Without one, the dashboards of this server, each with a token of a few minutes that is valid while the user is signed in.",
  allow: "analytics",
  body: z.strictObject({
    username: requiredText("This field is required.").describe("The user's own ecommerce username"),
  }),
  reply: Analytics,
});

export const dashboard = endpoint({
  method: "GET",
  path: "/analytics/dashboards/:dashboard/",
  summary: "The numbers of one dashboard",
  description: `One of ${DASHBOARDS.join(", ")}, over the sites that the user may see.`,
  allow: "analytics",
  params: z.object({ dashboard: z.string() }),
  query: z.strictObject(dashboardChoices, { error: UNKNOWN_PARAMETER }),
  reply: Dashboard,
  fails: ["not_found"],
});

/** A token is at most so long. */
const TOKEN_MAX = 1_000;

export const embeddedDashboard = endpoint({
  method: "POST",
  path: "/analytics/embedded-dashboard/",
  summary: "The numbers of the dashboard that a token is for",
  description: "The token is in the body, so that no log has it.",
  allow: "anyone",
  body: z.strictObject({ token: text(TOKEN_MAX), ...dashboardChoices }),
  reply: Dashboard,
  fails: ["auth.required"],
});
