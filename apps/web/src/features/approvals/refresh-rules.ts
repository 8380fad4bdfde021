import { delegations } from "@mcc/contract/approvals/delegations.api.ts";
import { approvalNodes, approvalRules } from "@mcc/contract/approvals/rules.api.ts";
import { findSimulation } from "@mcc/contract/approvals/simulations.api.ts";
import { findCompanyConfiguration } from "@mcc/contract/company/company.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches the data of rules on the screen; a rule that is being edited stays as it was opened. */
export const refreshRules = (): Promise<unknown> =>
  invalidate([approvalRules, approvalNodes, delegations, roles, findCompanyConfiguration, findSimulation]);
