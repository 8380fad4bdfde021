import type { CompanyScope } from "../../platform/access/scope.ts";
import * as queries from "./emergency-admins.queries.ts";

export const isEmergencyAdmin = queries.isEmergencyAdmin;

/** One of these users, if no emergency admin would be left without them. */
export const lastEmergencyAdmin = async (
  scope: CompanyScope,
  leaving: readonly number[],
): Promise<number | undefined> => {
  const admins = await queries.lockEmergencyAdmins(scope);
  return admins.every((id) => leaving.includes(id)) ? admins[0] : undefined;
};
