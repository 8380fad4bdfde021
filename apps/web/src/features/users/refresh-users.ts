import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { siteList, siteUsers } from "@mcc/contract/sites/sites.api.ts";
import { userList, userSites } from "@mcc/contract/users/users.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches the users on the screen; one that is being edited stays as it was opened. */
export const refreshUsers = (): Promise<unknown> =>
  invalidate([userList.page, userSites, userAccess, siteList.page, siteUsers, hierarchyTree, roles]);
