import { approvalRules, findApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import { findRole, roles } from "@mcc/contract/roles/roles.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** After a change: the roles, the rules that name one, and what the user may do. */
export const invalidateRoles = (): Promise<unknown> =>
  invalidate([roles, findRole, approvalRules, findApprovalRule, currentUser]);
