import { isSameIds } from "@mcc/contract/kit/id.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { announceRules } from "../approval-rules/approval-rules.service.ts";
import { addChangeEntries } from "../audit/audit.service.ts";
import * as queries from "./access-of-many.queries.ts";
import { lastEmergencyAdmin } from "./emergency-admins.service.ts";

interface Access {
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly site_ids: readonly number[];
  readonly is_company_admin: boolean;
}

/** What a directory decides about a user, as it was and as it is wanted. */
export interface AccessChange {
  readonly id: number;
  readonly before: Access;
  readonly after: Access;
}

/** One admin stays if nobody else is left, and one emergency admin: the company could not be managed anymore. */
const keepAnAdmin = async (scope: CompanyScope, changes: readonly AccessChange[]) => {
  const ids = changes
    .filter(({ before, after }) => before.is_company_admin && !after.is_company_admin)
    .map(({ id }) => id);
  if (ids.length === 0) return changes;
  const hasOther = async () =>
    changes.some(({ after }) => after.is_company_admin) || (await queries.hasAdminBesides(scope, ids));
  const kept = (await lastEmergencyAdmin(scope, ids)) ?? ((await hasOther()) ? undefined : ids[0]);
  return changes.map((change) =>
    change.id === kept ? { ...change, after: { ...change.after, is_company_admin: true } } : change,
  );
};

/** The same as `setAccess` for thousands of users, in a few statements. */
export const setAccessOfMany = async (
  services: Services,
  scope: CompanyScope,
  wanted: readonly AccessChange[],
): Promise<void> => {
  const usernames = new Map(
    (
      await queries.lockUsers(
        scope,
        wanted.map(({ id }) => id),
      )
    ).map(({ id, username }) => [id, username]),
  );
  const changes = (await keepAnAdmin(scope, wanted)).filter(({ id }) => usernames.has(id));
  const ids = changes.map(({ id }) => id);
  await queries.setAccessOfUsers(
    scope,
    changes.map(({ id, after }) => ({ id, ...after })),
  );
  const ofSites = changes.filter(({ before, after }) => !isSameIds(before.site_ids, after.site_ids));
  await queries.setSitesOfUsers(
    scope,
    ofSites.map(({ id, after }) => ({ id, ...after })),
  );
  await triggersFollowAccess(services, scope, { users: ids });
  const audited = (id: number, access: Access) => ({ id, username: usernames.get(id), ...access });
  await addChangeEntries(
    scope,
    "user.updated",
    changes.map(({ id, before, after }) => ({ record: audited(id, after), before: audited(id, before) })),
  );
  scope.afterCommit(() => {
    services.changes.announce({ kind: "users", companyId: scope.companyId, siteIds: "all" });
    for (const userId of ids) services.changes.announce({ kind: "person", userId });
  });
  announceRules(services, scope);
};
