import * as contract from "@mcc/contract/approvals/rules.api.ts";
import { withLinks } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./rules.service.ts";

export const approvalRuleRoutes = (platform: Platform) => [
  on(contract.approvalRules, async (scope, { query }, { url }) =>
    withLinks(await service.approvalRules(scope, query), query, url),
  ),
  on(contract.findApprovalRule, (scope, { params }) => service.findApprovalRule(scope, params.id)),
  on(contract.createApprovalRule, (scope, { body }) => service.createApprovalRule(platform, scope, body)),
  on(contract.updateApprovalRule, (scope, { params, body }) =>
    service.updateApprovalRule(platform, scope, params.id, body),
  ),
  on(contract.deleteApprovalRule, (scope, { params }) =>
    service.deleteApprovalRule(platform, scope, params.id),
  ),
  on(contract.approvalNodes, (scope, { params }) => service.approvalNodes(scope, params.userId)),
];
