import * as contract from "@mcc/contract/alerts/alerts.api.ts";
import { newerAlert, unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { alertSource } from "./alerts.list.ts";
import * as service from "./alerts.service.ts";

export const alertRoutes = (services: Services) => [
  ...listRoutes(contract.alertList, alertSource),
  route(newerAlert, (scope, { params }) => service.newerAlert(scope, params.id)),
  route(contract.latestAlerts, (scope) => service.latestAlerts(scope)),
  route(unreadAlerts, (scope) => service.unreadAlerts(scope)),
  route(contract.markAlertRead, (scope, { params }) => service.markAlertRead(services, scope, params.id)),
  route(contract.markAlertsRead, (scope, { body }) => service.markAlertsRead(services, scope, body)),
];
