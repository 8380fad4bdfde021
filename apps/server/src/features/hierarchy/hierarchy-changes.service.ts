import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowHierarchy } from "../alerts/trigger-access.service.ts";
import { announceRules } from "../approval-rules/approval-rules.service.ts";

/** A company that was entered, or one that the platform changes. */
type ChangedCompany = Pick<CompanyScope, "db" | "companyId" | "afterCommit">;

/** Nodes and groups are columns of lists, and decide who sees which sites: open pages of the company read again. */
export const announceHierarchy = ({ changes }: Services, scope: ChangedCompany): void =>
  scope.afterCommit(() => changes.announce({ kind: "sites", companyId: scope.companyId, siteIds: "all" }));

/** Users see other sites than before: their access versions have changed with the rows, the rest follows here. */
export const followScopeChange = async (services: Services, scope: ChangedCompany): Promise<void> => {
  await triggersFollowHierarchy(services, scope);
  announceHierarchy(services, scope);
  // Who may approve an order follows from the sites of users.
  announceRules(services, scope);
};
