import type { EligibleApprovers } from "@mcc/contract/approvals/entitlements.rules.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { approvalSettings } from "./approval-settings.queries.ts";
import type { CompanyData } from "./company-data.ts";
import { type Approver, listedApprovers, type OrderToDecide } from "./orders-to-decide.queries.ts";
import { listedBlanketRules } from "./rules-at-sites.queries.ts";

/** The eligible approvers of the listed pending orders, read together and returned per order. */
export const listedEligibleApprovers = async (
  data: CompanyData,
  listed: ListedIds,
): Promise<(order: OrderToDecide) => EligibleApprovers<Approver>> => {
  const [{ allowSelfApproval, escalationRoleId }, blanketRules, approvers] = await Promise.all([
    approvalSettings(data),
    listedBlanketRules(data, listed),
    listedApprovers(data, listed),
  ]);
  const bySite = Map.groupBy(approvers, ({ siteId }) => siteId);
  return ({ siteId }) => {
    const people = bySite.get(siteId) ?? [];
    const delegations = people.flatMap((person) => person.delegations ?? []);
    return { people, blanketRules, allowSelfApproval, delegations, escalationRoleId };
  };
};
