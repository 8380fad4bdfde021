import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { mergeIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { AssignedSites } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { mustBeAssignedHere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { announceRules } from "../approval-rules/approval-rules.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { mustBeSites } from "./user-checks.ts";
import { lockUser } from "./user-records.queries.ts";
import * as queries from "./user-sites.queries.ts";

/** Open pages of the user, and of whoever looks at users, show what is new. */
export const announceUser = (
  services: Services,
  scope: CompanyScope,
  userId: number,
  { rights = true }: { rights?: boolean } = {},
): void => {
  const { changes } = services;
  scope.afterCommit(() => {
    changes.announce({ kind: "users", companyId: scope.companyId, siteIds: "all" });
    if (rights) changes.announce({ kind: "person", userId });
  });
  // Who may approve an order follows from names, roles and sites.
  if (rights) announceRules(services, scope);
};

/**
 * The user then has these sites and no others, but for what others changed since `wantedBefore` was read. Returns what
 * they were before, unless nothing changes.
 */
export const replaceSites = async (
  scope: CompanyScope,
  userId: number,
  wanted: readonly number[],
  wantedBefore?: readonly number[],
): Promise<number[] | undefined> => {
  await mustBeSites(scope, wanted, "sites");
  const before = await queries.assignedSites(scope, userId);
  const [had, has] = [new Set(before), new Set(mergeIds(before, wanted, wantedBefore))];
  const lost = before.filter((id) => !has.has(id));
  const gained = [...has].filter((id) => !had.has(id));
  if (lost.length > 0) await queries.unassignSites(scope, userId, lost);
  if (gained.length > 0)
    await queries.assignSites(
      scope,
      userId,
      gained.map((site) => ({ site, is_admin: true })),
    );
  return lost.length + gained.length > 0 ? before : undefined;
};

/** In addition to the sites that the user has. */
export const assignUserToSites = async (
  services: Services,
  scope: CompanyScope,
  { user: userId, sites_list }: AssignedSites,
) => {
  if (scope.who.company?.has_company_hierarchy) fail("hierarchy.decides");
  const user = (await lockUser(scope, userId)) ?? failField("user", notFoundMessage("user"));
  const sites = [...new Map(sites_list.map((entry) => [entry.site, entry])).values()];
  await mustBeSites(
    scope,
    sites.map(({ site }) => site),
    "sites_list",
  );
  await mustBeAssignedHere(scope, "sites", [user.id], "user");
  const before = await queries.assignedSites(scope, user.id);
  await queries.assignSites(scope, user.id, sites);
  await triggersFollowAccess(services, scope, { users: [user.id] });
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "user.sites_assigned",
    record: { type: "user", id: user.id },
    details: { username: user.username, sites: await queries.assignedSites(scope, user.id) },
    before: { sites: before },
  });
  announceUser(services, scope, user.id);
  return { detail: userMessages.sitesAssigned };
};
