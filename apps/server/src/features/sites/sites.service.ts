import { fail } from "@mcc/contract/kit/errors.ts";
import type { Window } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { findSiteUsers } from "./site-users.queries.ts";

export const siteUsers = async (scope: CompanyScope, id: number, window: Window) =>
  (await findSiteUsers(scope, id, window)) ?? fail("not_found");
