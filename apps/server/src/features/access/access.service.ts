import { type Coverage, MOST_NAMED } from "@mcc/contract/access/access-questions.schema.ts";
import { permissionsOf } from "@mcc/contract/access/permissions.ts";
import { displayName, type Session } from "@mcc/contract/access/session.ts";
import type { UserAccess } from "@mcc/contract/access/user-access.api.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type CompanyScope, scopeOfUser } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";
import { mappingOf } from "../access-mappings/access-mappings.service.ts";
import { rulesOfApprover } from "../approval-rules/user-rules.service.ts";
import { requiresApprovalCount } from "../approval-steps/user-approval.service.ts";
import { deputyFor } from "../delegations/delegations.service.ts";
import { budgetsDecidedBy, findGrounds, usersWithoutSites, visibleSites } from "./access.queries.ts";
import { approvalCoverage, findSiteViewers } from "./access-questions.service.ts";

/** The number of sites named with a rule; the rest are counted. */
const SITES_OF_RULE = 4;

type Reason = UserAccess["sites"]["because"];

const reasonOf = (who: Session, hasNode: boolean, policies: number): Reason => {
  if (who.is_company_admin) return "company_admin";
  if (!who.company?.has_company_hierarchy) return "assigned";
  if (hasNode) return policies > 0 ? "node_and_policy" : "node";
  return policies > 0 ? "policy" : "none";
};

/**
 * What another user of the company may do, see and approve. Everything is answered in the scope that a request of that
 * user would get, by the functions that guard their requests; only the reasons are put into words here.
 */
export const userAccess = async (scope: CompanyScope, id: number, { limit, offset }: Window) => {
  const theirs = (await scopeOfUser(scope, id)) ?? fail("not_found");
  const { who } = theirs;
  const grounds = (await findGrounds(theirs)) ?? fail("not_found");
  const sites = await visibleSites(theirs);
  const rules = await rulesOfApprover(theirs, sites);
  const named = ({ id: siteId, name }: { id: number; name: string }) => ({ id: siteId, name });
  return {
    id: who.id,
    username: who.username,
    name: displayName(who),
    is_company_admin: who.is_company_admin,
    role: grounds.role,
    permissions: permissionsOf(who),
    sites: {
      because: reasonOf(who, grounds.node !== null, grounds.policy_count),
      node: grounds.node,
      policy_count: grounds.policy_count,
      count: sites.length,
      results: sites.slice(offset, offset + limit).map((site) => ({ ...named(site), node: site.node })),
    },
    mapping: await mappingOf(scope, id),
    approvals: {
      enabled: who.company?.has_order_approval === true,
      allow_self_approval: grounds.allow_self_approval,
      pending_count: (await requiresApprovalCount(theirs)).count,
      rules: rules.map(({ covered, ...rule }) => ({
        ...rule,
        sites_count: covered.length,
        sites: covered.slice(0, SITES_OF_RULE).map(named),
        everywhere: covered.length === sites.length,
      })),
      budgets: await budgetsDecidedBy(theirs),
      stands_in_for: await deputyFor(theirs),
    },
  };
};

/** Who sees a site, and why. */
export const siteAccess = async (scope: CompanyScope, id: number, window: Window) => {
  const { count, results, ...site } = (await findSiteViewers(scope, id, window)) ?? fail("not_found");
  return { ...site, users: { count, results } };
};

const firstOf = <T>(all: readonly T[]) => ({ count: all.length, results: all.slice(0, MOST_NAMED) });

/** What the company's rules and assignments leave out. */
export const accessCoverage = async (scope: CompanyScope): Promise<Coverage> => {
  const { sites, rules } = await approvalCoverage(scope);
  return {
    approvals_enabled: scope.who.company?.has_order_approval === true,
    sites: firstOf(sites),
    rules: firstOf(rules),
    users: await usersWithoutSites(scope, MOST_NAMED),
  };
};
