import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameIds } from "@mcc/contract/kit/id.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./policies.queries.ts";
import { lockUser } from "./user-records.queries.ts";
import { lockSites } from "./user-sites.queries.ts";
import { announceUser } from "./user-sites.service.ts";
import { findUser } from "./users.service.ts";

/** Creates, changes or ends the policy of a user. A change without effect is not audited. */
export const assignPolicies = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { policy_sites: wanted }: { readonly policy_sites: readonly number[] },
): Promise<UserRow> => {
  const { username } = (await lockUser(scope, id)) ?? fail("not_found");
  if ((await lockSites(scope, wanted)).length < wanted.length)
    failField("policy_sites", notFoundMessage("site"));
  const before = await queries.policySites(scope, id);
  if (!isSameIds(before, wanted)) {
    await queries.setPolicy(scope, id, wanted);
    await addChangeEntry(scope, {
      action: "policy.updated",
      record: { id, ...{ username, sites: wanted } },
      before: { id, ...{ username, sites: before } },
    });
    await triggersFollowAccess(services, scope, { users: [id] });
    announceUser(services, scope, id);
  }
  return findUser(scope, id, true);
};
