import { approvalNodes, approvalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { findSimulation } from "@mcc/contract/approval-rules/simulations.api.ts";
import { findCompanyConfiguration } from "@mcc/contract/company-settings/company-settings.api.ts";
import { delegations } from "@mcc/contract/delegations/delegations.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches the data of rules on the screen; a rule that is being edited stays as it was opened. */
export const refreshRules = (): Promise<unknown> =>
  invalidate([approvalRules, approvalNodes, delegations, roles, findCompanyConfiguration, findSimulation]);
