import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Window } from "../../platform/lists/list.ts";
import { findSiteUsers } from "./site-users.queries.ts";

export const siteUsers = async (scope: CompanyScope, id: number, window: Window) =>
  (await findSiteUsers(scope, id, window)) ?? fail("not_found");
