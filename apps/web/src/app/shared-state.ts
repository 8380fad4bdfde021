import { authState } from "../platform/session/auth-state.ts";
import { localSlice } from "../platform/state/cache-slice.ts";

/**
 * The shared client state by name (SHELL-046 to SHELL-055). Every slice reads the query cache; a slice is added with the
 * page that reads it.
 */
export const state = {
  auth: authState,
  documents: { preload: localSlice("documents.preload", true) },
} as const;
