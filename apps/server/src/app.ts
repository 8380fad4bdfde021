import { api, callNames } from "@mcc/contract/api.ts";
import type { FastifyInstance } from "fastify";
import type { StorefrontKeys } from "./demo/storefront/keys.ts";
import { mountStorefront } from "./demo/storefront/storefront.ts";
import { accessRoutes } from "./features/access/access.routes.ts";
import { accessMappingRoutes } from "./features/access-mappings/access-mappings.routes.ts";
import { alertRoutes } from "./features/alerts/alerts.routes.ts";
import { alertRuleRoutes } from "./features/alerts/rules/alert-rules.routes.ts";
import { triggerRoutes } from "./features/alerts/triggers.routes.ts";
import { analyticsRoutes } from "./features/analytics/analytics.routes.ts";
import { makeFrameOrigins } from "./features/analytics/frame-origins.service.ts";
import { apiKeyRoutes } from "./features/api-keys/api-keys.routes.ts";
import { approvalRuleRoutes } from "./features/approval-rules/approval-rules.routes.ts";
import { simulationRoutes } from "./features/approval-rules/simulations.routes.ts";
import { assistantRoutes } from "./features/assistants/assistants.routes.ts";
import { mcpRoutes } from "./features/assistants/mcp.routes.ts";
import { oauthPages } from "./features/assistants/oauth.routes.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { budgetRoutes } from "./features/budgets/budgets.routes.ts";
import { commentRoutes } from "./features/comments/comments.routes.ts";
import { companiesRoutes } from "./features/companies/companies.routes.ts";
import { companyClosingRoutes } from "./features/company-closing/company-closing.routes.ts";
import { companyDataRoutes, companyExportPages } from "./features/company-data/company-data.routes.ts";
import { companyKeyRoutes } from "./features/company-keys/company-keys.routes.ts";
import { companySettingsRoutes } from "./features/company-settings/company-settings.routes.ts";
import { decisionLinkRoutes } from "./features/decision-links/decision-links.routes.ts";
import { decisionPage } from "./features/decision-links/decision-page.routes.ts";
import { decisionRoutes } from "./features/decisions/decisions.routes.ts";
import { delegationRoutes } from "./features/delegations/delegations.routes.ts";
import { directoryRoutes } from "./features/directory/directory.routes.ts";
import { scimRoutes } from "./features/directory/scim.routes.ts";
import { documentRoutes } from "./features/documents/documents.routes.ts";
import { filePages } from "./features/documents/files.routes.ts";
import { erasureRoutes } from "./features/erasure/erasure.routes.ts";
import { eventRoutes } from "./features/events/events.routes.ts";
import { factorRoutes } from "./features/factors/factors.routes.ts";
import { hierarchyRoutes } from "./features/hierarchy/hierarchy.routes.ts";
import { homeRoutes } from "./features/home/home.routes.ts";
import { importRoutes } from "./features/imports/imports.routes.ts";
import { checklistRoutes } from "./features/installation/checklist.routes.ts";
import { integrationRoutes } from "./features/integration/integration.routes.ts";
import { jobRoutes } from "./features/jobs/jobs.routes.ts";
import { mailboxPage } from "./features/mailbox/mailbox.routes.ts";
import { approvalSettingsRoutes } from "./features/notices/reminder-settings.routes.ts";
import { orderRoutes } from "./features/orders/orders.routes.ts";
import { trackingPage } from "./features/orders/tracking.routes.ts";
import { preferenceRoutes } from "./features/preferences/preferences.routes.ts";
import { profileRoutes } from "./features/profile/profile.routes.ts";
import { unsubscribePage } from "./features/profile/unsubscribe.routes.ts";
import { reportPages } from "./features/reports/report-pages.routes.ts";
import { reportRoutes } from "./features/reports/reports.routes.ts";
import { retentionRoutes } from "./features/retention/retention.routes.ts";
import { roleRoutes } from "./features/roles/roles.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { securityRoutes } from "./features/security/security.routes.ts";
import { emailLinkPages } from "./features/sign-in/email-links.routes.ts";
import { notMePage } from "./features/sign-in/not-me.routes.ts";
import { signInRoutes } from "./features/sign-in/sign-in.routes.ts";
import { singleSignOnRoutes } from "./features/single-sign-on/single-sign-on.routes.ts";
import { ssoPages } from "./features/single-sign-on/sso-pages.routes.ts";
import { siteTypeRoutes } from "./features/site-types/site-types.routes.ts";
import { siteRecordRoutes } from "./features/sites/site-records.routes.ts";
import { siteRoutes } from "./features/sites/sites.routes.ts";
import { streamRoutes } from "./features/stream/stream.routes.ts";
import { supportAccessRoutes } from "./features/support-access/support-access.routes.ts";
import { companyThemeRoutes } from "./features/theme/company-theme.routes.ts";
import { themePages } from "./features/theme/theme.routes.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { userRoutes } from "./features/users/users.routes.ts";
import { viewRoutes } from "./features/views/views.routes.ts";
import { webhookRoutes } from "./features/webhooks/webhooks.routes.ts";
import { makeCompanyHosts } from "./platform/hosts/company-hosts.ts";
import { mountHealthRoutes } from "./platform/http/health.ts";
import { refuseStrangeHosts } from "./platform/http/hosts.ts";
import { describeApi } from "./platform/http/pages/api-description.ts";
import { serveWebApp, setSecurityHeaders } from "./platform/http/pages/pages.ts";
import { mountSecurityTxt } from "./platform/http/pages/security-txt.ts";
import { mountRoutes, type Route } from "./platform/http/routes.ts";
import { makeHttpServer } from "./platform/http/server.ts";
import { mountMetrics } from "./platform/metrics/metrics.routes.ts";
import type { Services } from "./platform/services.ts";
import { reportLists } from "./report-lists.ts";

/** The endpoints of every feature. */
const routesOf = (services: Services): Route[] => [
  ...signInRoutes(services),
  ...preferenceRoutes,
  ...profileRoutes(services),
  ...factorRoutes(services),
  ...securityRoutes(services),
  ...singleSignOnRoutes(services),
  ...accessMappingRoutes(services),
  ...directoryRoutes(services),
  ...companyDataRoutes(services),
  ...companyKeyRoutes,
  ...assistantRoutes(services),
  ...viewRoutes,
  ...companySettingsRoutes(services),
  ...roleRoutes(services),
  ...userRoutes(services),
  ...erasureRoutes(services),
  ...accessRoutes,
  ...auditRoutes,
  ...retentionRoutes(services),
  ...hierarchyRoutes(services),
  ...siteRoutes,
  ...siteRecordRoutes(services),
  ...siteTypeRoutes(services),
  ...importRoutes(services),
  ...orderRoutes(services),
  ...decisionRoutes(services),
  ...commentRoutes(services),
  ...budgetRoutes(services),
  ...approvalRuleRoutes(services),
  ...delegationRoutes(services),
  ...simulationRoutes(services),
  ...approvalSettingsRoutes(services),
  ...decisionLinkRoutes(services),
  ...documentRoutes(services),
  ...alertRoutes(services),
  ...triggerRoutes(services),
  ...alertRuleRoutes(services),
  ...integrationRoutes(services),
  ...companiesRoutes(services),
  ...supportAccessRoutes(services),
  ...companyClosingRoutes(services),
  ...apiKeyRoutes,
  ...checklistRoutes(services),
  ...usageRoutes,
  ...companyThemeRoutes(services),
  ...eventRoutes(services),
  ...webhookRoutes(services),
  ...homeRoutes,
  ...reportRoutes(services, reportLists),
  ...analyticsRoutes(services),
  ...jobRoutes,
  ...searchRoutes,
  ...streamRoutes(services),
];

interface AppParts {
  readonly pages?: boolean;
  /** For the demo only. */
  readonly storefront?: StorefrontKeys | undefined;
}

/** The whole web side, not yet listening. */
export const makeApp = (services: Services, { pages = true, storefront }: AppParts = {}): FastifyInstance => {
  const { settings, log } = services;
  const app = makeHttpServer(log, settings.trustedProxies);
  refuseStrangeHosts(app, settings, makeCompanyHosts(services));
  setSecurityHeaders(app, {
    https: settings.publicUrl?.startsWith("https:") === true,
    alsoFrom: settings.theme ? [new URL(settings.theme.url).origin] : [],
  });
  mountHealthRoutes(app, services);
  mountMetrics(app, services);
  mountSecurityTxt(app, services);
  app.addHook("preClose", async () => services.streams.close());
  describeApi(app, api, callNames);
  themePages(app, services);
  trackingPage(app, services);
  filePages(app, services);
  unsubscribePage(app, services);
  reportPages(app, services, reportLists);
  companyExportPages(app, services);
  decisionPage(app, services);
  emailLinkPages(app, services);
  notMePage(app, services);
  ssoPages(app, services);
  scimRoutes(app, services);
  if (settings.demo) mailboxPage(app, services);
  if (storefront) mountStorefront(app, storefront);
  oauthPages(app, services);
  const routes = routesOf(services);
  mcpRoutes(app, services, routes);
  app.register(async (inner) => mountRoutes(inner, services, routes), { prefix: "/api" });
  if (pages) serveWebApp(app, makeFrameOrigins(services));
  return app;
};
