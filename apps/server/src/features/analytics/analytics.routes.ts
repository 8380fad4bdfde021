import * as contract from "@mcc/contract/analytics/analytics.api.ts";
import * as timesContract from "@mcc/contract/analytics/approval-times.api.ts";
import * as companyContract from "@mcc/contract/analytics/company-analytics.api.ts";
import { type Route, replicaRoute, route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { findAnalytics, findEmbedded } from "./analytics.service.ts";
import { findApprovalTimes } from "./approval-times/approval-times.service.ts";
import { findCompanyAnalytics, updateCompanyAnalytics } from "./company-analytics.service.ts";
import { findDashboard } from "./dashboards.service.ts";

export const analyticsRoutes = (services: Services): Route[] => [
  route(contract.userAnalytics, (scope, { body }) => findAnalytics(services, scope, body.username)),
  replicaRoute(contract.dashboard, (scope, { params, query }) =>
    findDashboard(scope, params.dashboard, query),
  ),
  replicaRoute(timesContract.approvalTimes, (scope, { query }) => findApprovalTimes(scope, query)),
  route(contract.embeddedDashboard, (_caller, { body: { token, ...choices } }) =>
    findEmbedded(services, token, choices),
  ),
  route(companyContract.companyAnalytics, (scope, { params }) => findCompanyAnalytics(scope, params.id)),
  route(companyContract.updateCompanyAnalytics, (scope, { params, body }) =>
    updateCompanyAnalytics(scope, params.id, body),
  ),
];
