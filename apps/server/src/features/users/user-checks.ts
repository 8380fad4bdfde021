import { errors } from "@mcc/contract/kit/error-codes.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { hasPrefix } from "@mcc/contract/sites/shop-username.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";
import { Username } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { usernamePrefix } from "../hierarchy/node-configuration.service.ts";
import { isUsernameTaken } from "../sites/shop-users.service.ts";
import * as queries from "./user-records.queries.ts";
import { lockSites } from "./user-sites.queries.ts";

const hasHierarchy = ({ who }: CompanyScope): boolean => who.company?.has_company_hierarchy === true;

export const mustBeRole = async (scope: CompanyScope, id: number | null): Promise<void> => {
  if (id !== null && !(await queries.lockRole(scope, id))) failField("role", notFoundMessage("role"));
};

/** A user of a company with a hierarchy has a node; one of any other company has none. */
export const mustBeNode = async (scope: CompanyScope, id: number | null): Promise<void> => {
  if (!hasHierarchy(scope)) {
    if (id !== null) failField("node", says.noHierarchy);
  } else if (id === null) failField("node", says.nodeRequired);
  else if (!(await queries.lockNode(scope, id))) failField("node", notFoundMessage("node"));
};

export const mustHavePrefix = async (
  scope: CompanyScope,
  username: string,
  node: number | null,
): Promise<void> => {
  const prefix = (await usernamePrefix(scope, hasHierarchy(scope) ? node : null)) ?? "";
  if (!hasPrefix(username, prefix)) failField("username", says.usernamePrefix(prefix));
};

/** Users and shop users share one set of usernames. Of two users at the same time, the index refuses one. */
export const mustBeFree = async (scope: CompanyScope, username: string, ofUser?: number): Promise<void> => {
  if (await isUsernameTaken(scope, username, ofUser)) failField("username", says.usernameTaken);
};

/** A username that is changed has to be as a new one is. */
export const changedUsername = (username: string): string => {
  const { data, error } = Username.safeParse(username);
  return data ?? failField("username", error?.issues[0]?.message ?? says.usernamePlain);
};

/** The sites are there, and the company assigns them to users one by one. */
export const mustBeSites = async (
  scope: CompanyScope,
  ids: readonly number[],
  field: string,
): Promise<void> => {
  if (hasHierarchy(scope)) failField(field, errors["hierarchy.decides"][1]);
  if ((await lockSites(scope, ids)).length < ids.length) failField(field, notFoundMessage("site"));
};
