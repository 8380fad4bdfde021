import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { findPreference, lockPreferences, measurePreferences, putPreference } from "./preferences.queries.ts";

/** Per user; the error message names both. */
const MOST_PREFERENCES = 100;
const MOST_BYTES = 200_000;

export const readPreference = async (scope: CompanyScope, key: string) => {
  const found = await findPreference(scope, key);
  return { value: (found?.value as string[] | undefined) ?? null };
};

export const savePreference = async (scope: CompanyScope, key: string, value: string[]) => {
  await lockPreferences(scope);
  await putPreference(scope, key, value);
  const { count, bytes } = await measurePreferences(scope);
  if (count > MOST_PREFERENCES || bytes > MOST_BYTES) fail("preferences.full");
  return { value };
};
