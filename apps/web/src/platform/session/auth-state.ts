import type { SessionCompany } from "@mcc/contract/access/session.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { queryClient } from "../api/query-client.ts";
import { cacheSlice, localSlice } from "../state/cache-slice.ts";

type SignedInUser = Reply<typeof currentUser>;

const user = cacheSlice<SignedInUser | null>({ path: currentUser.path, empty: null });
/** The user stays in the cache even while no component reads it. */
queryClient.setQueryDefaults([currentUser.path], { gcTime: Number.POSITIVE_INFINITY });

/** Why the server cannot be used from this network, in its words; null inside of the company's networks. */
export const outsideNetworks = localSlice<string | null>("outside-networks", null);

/** The signed-in user, for code outside of React; components call `useSessionUser`. */
export const authState = {
  user,
  /** Changes the company's settings without a new sign-in. */
  updateCompany: (patch: Partial<SessionCompany>) =>
    user.change((now) => now && { ...now, company: now.company && { ...now.company, ...patch } }),
} as const;
