import { api } from "@mcc/contract/api.ts";
import type { FastifyInstance } from "fastify";
import { apiKeyRoutes } from "./features/api-keys/api-keys.routes.ts";
import { documentRoutes } from "./features/documents/documents.routes.ts";
import { filePages } from "./features/documents/files.routes.ts";
import { eventRoutes } from "./features/events/events.routes.ts";
import { hierarchyRoutes } from "./features/hierarchy/hierarchy.routes.ts";
import { integrationRoutes } from "./features/integration/integration.routes.ts";
import { mailboxPage } from "./features/mailbox/mailbox.routes.ts";
import { orderRoutes } from "./features/orders/orders.routes.ts";
import { trackingPage } from "./features/orders/tracking.routes.ts";
import { preferenceRoutes } from "./features/preferences/preferences.routes.ts";
import { signInRoutes } from "./features/sign-in/sign-in.routes.ts";
import { siteRoutes } from "./features/sites/sites.routes.ts";
import { themePages } from "./features/theme/theme.routes.ts";
import { describeApi } from "./platform/api-description.ts";
import { answerHealth } from "./platform/health.ts";
import { makeHttp } from "./platform/http.ts";
import { securePages, servePages } from "./platform/pages.ts";
import type { Platform } from "./platform/platform.ts";
import { mount, type Route } from "./platform/routes.ts";

/** Every room's endpoints. */
const routesOf = (platform: Platform): Route[] => [
  ...signInRoutes(platform),
  ...preferenceRoutes,
  ...hierarchyRoutes,
  ...siteRoutes,
  ...orderRoutes(platform),
  ...documentRoutes(platform),
  ...integrationRoutes,
  ...apiKeyRoutes,
  ...eventRoutes(platform),
];

/** The whole web side, not yet listening. */
export const makeApp = (platform: Platform, secret: string, { pages = true } = {}): FastifyInstance => {
  const { settings, log } = platform;
  const app = makeHttp(log, settings.trustedProxies);
  securePages(app, {
    https: settings.publicUrl?.startsWith("https:") === true,
    alsoFrom: settings.theme ? [new URL(settings.theme.url).origin] : [],
  });
  answerHealth(app, platform);
  describeApi(app, api);
  themePages(app, platform, secret);
  trackingPage(app, platform);
  filePages(app, platform);
  if (settings.demo) mailboxPage(app, platform);
  app.register(async (inner) => mount(inner, platform, routesOf(platform)), { prefix: "/api" });
  if (pages) servePages(app);
  return app;
};
