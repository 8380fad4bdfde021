import * as contract from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./approval-rules.service.ts";
import { replaceApprovalRules } from "./draft-rules.service.ts";

export const approvalRuleRoutes = (services: Services) => [
  route(contract.approvalRules, async (scope, { query }, { url }) =>
    withPageLinks(await service.approvalRules(scope, query), query, url),
  ),
  route(contract.findApprovalRule, (scope, { params }) => service.findApprovalRule(scope, params.id)),
  route(contract.createApprovalRule, (scope, { body }) => service.createApprovalRule(services, scope, body)),
  route(contract.updateApprovalRule, (scope, { params, body }) =>
    service.updateApprovalRule(services, scope, params.id, body),
  ),
  route(contract.deleteApprovalRule, (scope, { params }) =>
    service.deleteApprovalRule(services, scope, params.id),
  ),
  route(contract.replaceApprovalRules, (scope, { body }) => replaceApprovalRules(services, scope, body)),
  route(contract.approvalNodes, (scope, { params }) => service.approvalNodes(scope, params.userId)),
];
