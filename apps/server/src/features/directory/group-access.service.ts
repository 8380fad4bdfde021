import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { applyMappings } from "../access-mappings/access-mappings.service.ts";
import { saveGroupClaims } from "./group-access.queries.ts";

/** The groups of these users have changed, and so has what the company's mappings give them. */
export const applyGroups = (services: Services, scope: CompanyScope, userIds: readonly number[]) =>
  applyMappings(services, scope, userIds, () => saveGroupClaims(scope, userIds));
