import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { siteMessages as says } from "@mcc/contract/sites/sites.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { decidedThere, mustBeAssignedHere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import * as queries from "./site-assignments.queries.ts";
import { announceSites, recordSiteChange } from "./site-changes.service.ts";
import { lockSite } from "./site-records.queries.ts";
import { findSiteRecord } from "./sites.list.ts";

const mustBeUsers = async (scope: CompanyScope, users: readonly number[]): Promise<void> => {
  if ((await queries.countUsers(scope, users)) < users.length) failField("users", notFoundMessage("user"));
};

/** Who is in one of the lists only. */
const differing = (before: readonly number[], after: readonly number[]): number[] => {
  const [had, has] = [new Set(before), new Set(after)];
  return [...before.filter((id) => !has.has(id)), ...after.filter((id) => !had.has(id))];
};

/** The site then has these users and no others. Returns whether that is a change. */
export const setSiteUsers = async (
  scope: CompanyScope,
  siteId: number,
  users: readonly number[],
): Promise<boolean> => {
  const before = await queries.assignedUsers(scope, siteId);
  if (isSameIds(before, users)) return false;
  await mustBeUsers(scope, users);
  await mustBeAssignedHere(scope, "sites", differing(before, users), "users");
  await queries.removeAssignmentsExcept(scope, siteId, users);
  await queries.addAssignments(scope, siteId, users);
  return true;
};

/** The users of a site that a copy of it gets: those whose sites are decided here. */
export const usersToCopy = async (scope: CompanyScope, siteId: number): Promise<number[]> => {
  const assigned = await queries.assignedUsers(scope, siteId);
  const kept = new Set((await decidedThere(scope, "sites", assigned)).map(({ id }) => id));
  return assigned.filter((id) => !kept.has(id));
};

export const assignUsers = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  users: readonly number[],
) => {
  if (scope.who.company?.has_company_hierarchy) fail("hierarchy.decides");
  if (!(await lockSite(scope, id))) fail("not_found");
  await mustBeUsers(scope, users);
  const before = (await findSiteRecord(scope, id)) ?? fail("not_found");
  const assigned = new Set(await queries.assignedUsers(scope, id));
  const gained = users.filter((user) => !assigned.has(user));
  await mustBeAssignedHere(scope, "sites", gained, "users");
  await queries.addAssignments(scope, id, users);
  const record = (await findSiteRecord(scope, id)) ?? fail("not_found");
  if (record.users_count > before.users_count) {
    await triggersFollowAccess(services, scope, { sites: [id] });
    await recordSiteChange(scope, { action: "site.updated", record, before });
    announceSites(services, scope);
  }
  return { detail: says.assigned };
};
