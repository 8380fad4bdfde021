import * as policy from "@mcc/contract/security/security-policy.api.ts";
import * as contract from "@mcc/contract/security/sign-ins.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { companySessionSource } from "./company-sessions.list.ts";
import * as policies from "./security-policy.service.ts";
import { endCompanySession, endCompanySessions, ownSignIns } from "./sessions.service.ts";
import { platformSignInSource, signInSource } from "./sign-ins.list.ts";

export const securityRoutes = (services: Services) => [
  route(policy.findSecurityPolicy, (scope, _, { address }) => policies.findSecurityPolicy(scope, address)),
  route(policy.updateSecurityPolicy, (scope, { body }, { address }) =>
    policies.updateSecurityPolicy(services, scope, address, body),
  ),
  route(policy.previewSecurityPolicy, (scope, { body }, { address }) =>
    policies.previewSecurityPolicy(services, scope, address, body),
  ),
  ...listRoutes(contract.signInList, signInSource),
  ...listRoutes(contract.platformSignInList, platformSignInSource),
  ...listRoutes(contract.companySessionList, companySessionSource),
  route(contract.ownSignIns, (scope) => ownSignIns(services, scope)),
  route(contract.endCompanySession, (scope, { params }) => endCompanySession(services, scope, params.id)),
  route(contract.endCompanySessions, (scope, { query }) => endCompanySessions(services, scope, query.user)),
];
