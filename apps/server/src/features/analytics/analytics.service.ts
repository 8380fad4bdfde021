import { can } from "@mcc/contract/access/permissions.ts";
import { analyticsMessages } from "@mcc/contract/analytics/analytics.messages.ts";
import { type Analytics, DASHBOARDS } from "@mcc/contract/analytics/analytics.schema.ts";
import type { Dashboard, DashboardChoices } from "@mcc/contract/analytics/dashboard.schema.ts";
import { DASHBOARD_PATH } from "@mcc/contract/analytics/dashboard-path.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { findSource } from "./analytics.queries.ts";
import { findDashboard, labelOf } from "./dashboards.service.ts";

/** An open page asks for new tokens before these have expired. */
const TOKEN_SECONDS = 5 * 60;

/** The company's own source, or the dashboards of this server. */
export const findAnalytics = async (
  { signedLinks }: Services,
  scope: CompanyScope,
  username: string,
): Promise<Analytics> => {
  const { who, sessionId } = scope;
  if (username !== (who.ecommerce_username ?? who.username))
    failField("username", analyticsMessages.notYourUsername);
  const source = await findSource(scope);
  if (source) return source;
  const claims = { session: sessionId, user: who.id };
  return {
    analytics_source: "DOMO",
    looker_dashboard_url: null,
    domo_dashboards: DASHBOARDS.map((name) => ({
      label: labelOf(name),
      // Without a host: the page is embedded by a page of the same origin, whatever name that was opened by.
      url: DASHBOARD_PATH + name,
      token: signedLinks.sign("dashboard", { ...claims, dashboard: name }, TOKEN_SECONDS),
    })),
  };
};

/** A token is valid for one dashboard, while its user is signed in and may see analytics. */
export const findEmbedded = async (
  { database, signedLinks }: Services,
  token: string,
  choices: DashboardChoices,
): Promise<Dashboard> => {
  const claims = signedLinks.verify("dashboard", token) ?? fail("auth.required");
  const found = await runAsSession(
    database,
    String(claims.session),
    async (scope) =>
      scope.who.id === claims.user && can(scope.who, "analytics")
        ? findDashboard(scope, String(claims.dashboard), choices)
        : undefined,
    { readsReplica: true },
  );
  return found ?? fail("auth.required");
};
