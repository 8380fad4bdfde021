import { isSameIds } from "@mcc/contract/kit/id.ts";
import { hasPrefix } from "@mcc/contract/sites/shop-username.ts";
import { isPlainUsername, normalUsername } from "@mcc/contract/users/usernames.rules.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { usernamePrefix } from "../hierarchy/node-configuration.service.ts";
import { isUsernameTaken } from "../sites/shop-users.service.ts";
import { lastEmergencyAdmin } from "./emergency-admins.service.ts";
import * as queries from "./user-records.queries.ts";
import { finishCreation, writeUser } from "./user-records.service.ts";
import { announceUser, replaceSites } from "./user-sites.service.ts";
import { findUser } from "./users.service.ts";

/** Where users of a directory begin: without a password, and without any rights. */
interface DirectoryUser {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** As the address before the @, with the prefix of the company; with a number where that one is taken. */
const freeUsername = async (scope: CompanyScope, email: string): Promise<string> => {
  const prefix = (await usernamePrefix(scope, null)) ?? "";
  const wanted = normalUsername(email.slice(0, email.lastIndexOf("@"))).slice(0, 100);
  const name = isPlainUsername(wanted) && wanted !== "" ? wanted : "user";
  const base = hasPrefix(name, prefix) ? name : `${prefix}-${name}`;
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}${number}`;
    if (!(await isUsernameTaken(scope, username))) return username;
  }
};

export const addDirectoryUser = async (
  services: Services,
  scope: CompanyScope,
  { email, first_name, last_name }: DirectoryUser,
): Promise<number> => {
  const username = await freeUsername(scope, email);
  const { id } = await writeUser(
    queries.addUser(scope, {
      ...{ username, ecommerce_username: username, email, first_name, last_name },
      ...{ role_id: null, node_id: null, password_hash: null, phone: null },
      ...{ enable_analytics: false, alerts_enabled: true, enable_text_messages: false },
    }),
  );
  await finishCreation(services, scope, id);
  return id;
};

interface Access {
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly site_ids: readonly number[];
  readonly is_company_admin: boolean;
}

/**
 * What a directory decides about a user. The last company admin stays one, and so does the
 * last emergency admin: the company could not be managed anymore.
 * Whether anything has changed.
 */
export const setAccess = async (
  services: Services,
  scope: CompanyScope,
  { id, ...now }: Access & { readonly id: number },
  wanted: Access,
): Promise<boolean> => {
  const losesAdmin = now.is_company_admin && !wanted.is_company_admin;
  const staysAdmin =
    losesAdmin &&
    (!(await queries.hasOtherAdmin(scope, id)) || (await lastEmergencyAdmin(scope, [id])) !== undefined);
  const is_company_admin = wanted.is_company_admin || staysAdmin;
  const { role_id, node_id, site_ids } = wanted;
  const hasNewSites = !isSameIds(now.site_ids, site_ids);
  const isSame =
    !hasNewSites &&
    now.role_id === role_id &&
    now.node_id === node_id &&
    now.is_company_admin === is_company_admin;
  if (isSame || !(await queries.lockUser(scope, id))) return false;
  const before = await findUser(scope, id);
  await queries.setUser(scope, id, { role_id, node_id, is_company_admin });
  if (hasNewSites) await replaceSites(scope, id, site_ids);
  await triggersFollowAccess(services, scope, { users: [id] });
  const audited = (
    { username, role, node, is_company_admin: isAdmin }: UserRow,
    sites: readonly number[],
  ) => ({
    ...{ id, username, role, node, sites, is_company_admin: isAdmin },
  });
  await addChangeEntry(scope, {
    action: "user.updated",
    record: audited(await findUser(scope, id), site_ids),
    before: audited(before, now.site_ids),
  });
  announceUser(services, scope, id);
  return true;
};
