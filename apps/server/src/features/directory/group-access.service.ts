import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";

/** The groups of these users have changed. */
export const applyGroups = async (
  _services: Services,
  _scope: CompanyScope,
  _userIds: readonly number[],
): Promise<void> => {};
