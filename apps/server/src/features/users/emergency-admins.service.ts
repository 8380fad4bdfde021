import type { CompanyScope } from "../../platform/access/scope.ts";
import { lockEmergencyAdmins } from "./emergency-admins.queries.ts";

/** One of these users, if no emergency admin would be left without them. */
export const lastEmergencyAdmin = async (
  scope: CompanyScope,
  leaving: readonly number[],
): Promise<number | undefined> => {
  const admins = await lockEmergencyAdmins(scope);
  return admins.every((id) => leaving.includes(id)) ? admins[0] : undefined;
};
