import type { EligibleApprovers } from "@mcc/contract/approval-steps/entitlements.rules.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { approvalSettings, blanketRulesAt } from "../approval-rules/approval-rules.service.ts";
import {
  type Approver,
  listedApprovers,
  type OrderToDecide,
  pendingSites,
} from "./orders-to-decide.queries.ts";

/** The eligible approvers of the listed pending orders, read together and returned per order. */
export const listedEligibleApprovers = async (
  data: CompanyData,
  listed: ListedIds,
): Promise<(order: OrderToDecide) => EligibleApprovers<Approver>> => {
  const [{ allowSelfApproval, escalationRoleId }, blanketRules, approvers] = await Promise.all([
    approvalSettings(data),
    blanketRulesAt(data, pendingSites(data.companyId, listed)),
    listedApprovers(data, listed),
  ]);
  const bySite = Map.groupBy(approvers, ({ siteId }) => siteId);
  return ({ siteId }) => {
    const people = bySite.get(siteId) ?? [];
    const delegations = people.flatMap((person) => person.delegations ?? []);
    return { people, blanketRules, allowSelfApproval, delegations, escalationRoleId };
  };
};
