import * as contract from "@mcc/contract/alerts/alert-rules.api.ts";
import { route } from "../../../platform/http/routes.ts";
import type { Services } from "../../../platform/services.ts";
import * as service from "./alert-rules.service.ts";

export const alertRuleRoutes = (services: Services) => [
  route(contract.rulesOfUser, (scope, { query }) => service.rulesOfUser(scope, query.user)),
  route(contract.createAlertRule, (scope, { body }) => service.createAlertRule(services, scope, body)),
  route(contract.updateAlertRule, (scope, { params, body }) =>
    service.updateAlertRule(services, scope, params.id, body),
  ),
  route(contract.deleteAlertRule, (scope, { params }) => service.deleteAlertRule(services, scope, params.id)),
  route(contract.switchSiteRule, (scope, { body }) => service.switchSiteRule(services, scope, body)),
];
