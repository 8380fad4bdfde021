import type { CompanyScope } from "../../platform/scope.ts";
import { findPreference, putPreference } from "./preferences.queries.ts";

export const readPreference = async (scope: CompanyScope, key: string) => {
  const found = await findPreference(scope, key);
  return { value: (found?.value as string[] | undefined) ?? null };
};

export const savePreference = async (scope: CompanyScope, key: string, value: string[]) => {
  await putPreference(scope, key, value);
  return { value };
};
