import type { SessionCompany } from "@mcc/contract/access/session.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { held, windowOn } from "./cache-window.ts";
import { resetGlobals } from "./globals.ts";
import { queryClient } from "./query-client.ts";

const user = windowOn<Reply<typeof currentUser> | null>({ path: currentUser.path, empty: null });
/** Somebody stays signed in however long no part of the page asks who it is. */
queryClient.setQueryDefaults([currentUser.path], { gcTime: Number.POSITIVE_INFINITY });

/**
 * The shared client state by name (specification 3, "Start-up and shared client state"). Every slice is a window on the
 * query cache; a slice is added with the page that reads it.
 */
export const state = {
  auth: {
    user,
    /** The company's switches, changed without a new sign-in. */
    updateCompany: (patch: Partial<SessionCompany>) =>
      user.change((now) => now && { ...now, company: now.company && { ...now.company, ...patch } }),
  },
  documents: { preload: held("documents.preload", true) },
} as const;

/** Every shared value goes back to its default; only the company's look stays. */
export const resetState = (): void => {
  queryClient.clear();
  resetGlobals();
};
