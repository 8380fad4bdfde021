import { queryClient } from "../api/query-client.ts";
import { resetGlobals } from "./globals.ts";

/** Resets all shared values to their defaults; only the company's theme is kept. */
export const resetState = (): void => {
  queryClient.clear();
  resetGlobals();
};
