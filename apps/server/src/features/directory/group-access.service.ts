import { runAsDirectory } from "../../platform/access/directory-scope.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { applyMappings } from "../access-mappings/access-mappings.service.ts";
import { saveGroupClaims, usersWithWrongClaims } from "./group-access.queries.ts";

/** The groups of these users have changed, and so has what the company's mappings give them. */
export const applyGroups = (services: Services, scope: CompanyScope, userIds: readonly number[]) =>
  applyMappings(services, scope, userIds, () => saveGroupClaims(scope, userIds));

/** Earlier versions kept wrong groups of users, and rights with them, where two groups had changed at the same time. */
export const correctGroups = async (services: Services, companyId: number): Promise<void> => {
  await runAsDirectory(services, companyId, "Directory", async (scope) =>
    applyGroups(services, scope, await usersWithWrongClaims(scope)),
  );
};
