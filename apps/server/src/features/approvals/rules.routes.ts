import * as contract from "@mcc/contract/approvals/rules.api.ts";
import { route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { replaceApprovalRules } from "./draft-rules.service.ts";
import * as service from "./rules.service.ts";

export const approvalRuleRoutes = (platform: Platform) => [
  route(contract.approvalRules, async (scope, { query }, { url }) =>
    withPageLinks(await service.approvalRules(scope, query), query, url),
  ),
  route(contract.findApprovalRule, (scope, { params }) => service.findApprovalRule(scope, params.id)),
  route(contract.createApprovalRule, (scope, { body }) => service.createApprovalRule(platform, scope, body)),
  route(contract.updateApprovalRule, (scope, { params, body }) =>
    service.updateApprovalRule(platform, scope, params.id, body),
  ),
  route(contract.deleteApprovalRule, (scope, { params }) =>
    service.deleteApprovalRule(platform, scope, params.id),
  ),
  route(contract.replaceApprovalRules, (scope, { body }) => replaceApprovalRules(platform, scope, body)),
  route(contract.approvalNodes, (scope, { params }) => service.approvalNodes(scope, params.userId)),
];
