import { api } from "@mcc/contract/api.ts";
import type { FastifyInstance } from "fastify";
import type { StorefrontKeys } from "./demo/storefront/keys.ts";
import { mountStorefront } from "./demo/storefront/storefront.ts";
import { accessRoutes } from "./features/access/access.routes.ts";
import { alertRoutes } from "./features/alerts/alerts.routes.ts";
import { triggerRoutes } from "./features/alerts/triggers.routes.ts";
import { analyticsRoutes } from "./features/analytics/analytics.routes.ts";
import { makeFrameOrigins } from "./features/analytics/frame-origins.service.ts";
import { apiKeyRoutes } from "./features/api-keys/api-keys.routes.ts";
import { decisionLinkRoutes } from "./features/approvals/decision-links.routes.ts";
import { delegationRoutes } from "./features/approvals/delegations.routes.ts";
import { approvalRuleRoutes } from "./features/approvals/rules.routes.ts";
import { approvalSettingsRoutes } from "./features/approvals/settings.routes.ts";
import { simulationRoutes } from "./features/approvals/simulations.routes.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { companiesRoutes } from "./features/companies/companies.routes.ts";
import { companyRoutes } from "./features/company/company.routes.ts";
import { documentRoutes } from "./features/documents/documents.routes.ts";
import { filePages } from "./features/documents/files.routes.ts";
import { eventRoutes } from "./features/events/events.routes.ts";
import { hierarchyRoutes } from "./features/hierarchy/hierarchy.routes.ts";
import { homeRoutes } from "./features/home/home.routes.ts";
import { importRoutes } from "./features/imports/imports.routes.ts";
import { checklistRoutes } from "./features/installation/checklist.routes.ts";
import { integrationRoutes } from "./features/integration/integration.routes.ts";
import { jobRoutes } from "./features/jobs/jobs.routes.ts";
import { mailboxPage } from "./features/mailbox/mailbox.routes.ts";
import { commentRoutes } from "./features/orders/comments.routes.ts";
import { decisionPage } from "./features/orders/decision-page.routes.ts";
import { orderRoutes } from "./features/orders/orders.routes.ts";
import { pendingRoutes } from "./features/orders/pending.routes.ts";
import { trackingPage } from "./features/orders/tracking.routes.ts";
import { preferenceRoutes } from "./features/preferences/preferences.routes.ts";
import { profileRoutes } from "./features/profile/profile.routes.ts";
import { unsubscribePage } from "./features/profile/unsubscribe.routes.ts";
import { roleRoutes } from "./features/roles/roles.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { signInRoutes } from "./features/sign-in/sign-in.routes.ts";
import { siteTypeRoutes } from "./features/site-types/site-types.routes.ts";
import { siteRecordRoutes } from "./features/sites/site-records.routes.ts";
import { siteRoutes } from "./features/sites/sites.routes.ts";
import { streamRoutes } from "./features/stream/stream.routes.ts";
import { companyThemeRoutes } from "./features/theme/company-theme.routes.ts";
import { themePages } from "./features/theme/theme.routes.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { userRoutes } from "./features/users/users.routes.ts";
import { viewRoutes } from "./features/views/views.routes.ts";
import { describeApi } from "./platform/http/api-description.ts";
import { mountHealthRoutes } from "./platform/http/health.ts";
import { refuseStrangeHosts } from "./platform/http/hosts.ts";
import { serveWebApp, setSecurityHeaders } from "./platform/http/pages.ts";
import { mountRoutes, type Route } from "./platform/http/routes.ts";
import { mountSecurityTxt } from "./platform/http/security-txt.ts";
import { makeHttpServer } from "./platform/http/server.ts";
import { mountMetrics } from "./platform/metrics/metrics.routes.ts";
import type { Platform } from "./platform/platform.ts";

/** The endpoints of every feature. */
const routesOf = (platform: Platform): Route[] => [
  ...signInRoutes(platform),
  ...preferenceRoutes,
  ...profileRoutes(platform),
  ...viewRoutes,
  ...companyRoutes(platform),
  ...roleRoutes(platform),
  ...userRoutes(platform),
  ...accessRoutes,
  ...auditRoutes,
  ...hierarchyRoutes(platform),
  ...siteRoutes,
  ...siteRecordRoutes(platform),
  ...siteTypeRoutes(platform),
  ...importRoutes(platform),
  ...orderRoutes(platform),
  ...pendingRoutes(platform),
  ...commentRoutes(platform),
  ...approvalRuleRoutes(platform),
  ...delegationRoutes(platform),
  ...simulationRoutes(platform),
  ...approvalSettingsRoutes(platform),
  ...decisionLinkRoutes(platform),
  ...documentRoutes(platform),
  ...alertRoutes(platform),
  ...triggerRoutes(platform),
  ...integrationRoutes(platform),
  ...companiesRoutes(platform),
  ...apiKeyRoutes,
  ...checklistRoutes(platform),
  ...usageRoutes,
  ...companyThemeRoutes(platform),
  ...eventRoutes(platform),
  ...homeRoutes,
  ...analyticsRoutes(platform),
  ...jobRoutes,
  ...searchRoutes,
  ...streamRoutes(platform),
];

interface AppParts {
  readonly pages?: boolean;
  /** For the demo only. */
  readonly storefront?: StorefrontKeys | undefined;
}

/** The whole web side, not yet listening. */
export const makeApp = (platform: Platform, { pages = true, storefront }: AppParts = {}): FastifyInstance => {
  const { settings, log } = platform;
  const app = makeHttpServer(log, settings.trustedProxies);
  refuseStrangeHosts(app, settings);
  setSecurityHeaders(app, {
    https: settings.publicUrl?.startsWith("https:") === true,
    alsoFrom: settings.theme ? [new URL(settings.theme.url).origin] : [],
  });
  mountHealthRoutes(app, platform);
  mountMetrics(app, platform);
  mountSecurityTxt(app, platform);
  app.addHook("preClose", async () => platform.streams.close());
  describeApi(app, api);
  themePages(app, platform);
  trackingPage(app, platform);
  filePages(app, platform);
  unsubscribePage(app, platform);
  decisionPage(app, platform);
  if (settings.demo) mailboxPage(app, platform);
  if (storefront) mountStorefront(app, storefront);
  app.register(async (inner) => mountRoutes(inner, platform, routesOf(platform)), { prefix: "/api" });
  if (pages) serveWebApp(app, makeFrameOrigins(platform));
  return app;
};
