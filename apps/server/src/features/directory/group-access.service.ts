import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { applyMappings } from "../access-mappings/access-mappings.service.ts";
import { saveGroupClaims } from "./group-access.queries.ts";

/** The groups of these users have changed, and so has what the company's mappings give them. */
export const applyGroups = async (
  services: Services,
  scope: CompanyScope,
  userIds: readonly number[],
): Promise<void> => {
  if (userIds.length === 0) return;
  await saveGroupClaims(scope, userIds);
  await applyMappings(services, scope, userIds);
};
