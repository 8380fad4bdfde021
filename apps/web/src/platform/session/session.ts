import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { errorMessages } from "@mcc/contract/kit/error-messages.ts";
import {
  currentUser,
  signIn as signInEndpoint,
  signOut as signOutEndpoint,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import type { Credentials } from "@mcc/contract/sign-in/sign-in.schema.ts";
import type { z } from "zod";
import { call, onSessionEvents } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";
import { forgetOpened } from "../page/opened-records.ts";
import { setGlobals } from "../state/globals.ts";
import { resetState } from "../state/reset-state.ts";
import { authState, outsideNetworks } from "./auth-state.ts";
import { endSessionTasks } from "./session-tasks.ts";
import { dropToken, keepSupportToken, keepToken, readToken, restoreOwnToken, watchToken } from "./token.ts";
import { watchUserActivity } from "./user-activity.ts";

const LOGGED_OUT = "loggedOut";

/**
 * Whether the user signed out in this tab. The login page then shows no "something went wrong" message. Reset by the
 * next sign-in, so that a session which expires afterwards shows it.
 */
export const signedOutOnPurpose = (): boolean => sessionStorage.getItem(LOGGED_OUT) !== null;

let endedBecause: string | undefined;

/** Why the server has ended the session, in its words; undefined after a plain sign-out or expiry. */
export const whySessionEnded = (): string | undefined => endedBecause;

let refusedBecause: string | undefined;

/** Why a sign-in at the identity provider did not work; undefined unless one has just failed. */
export const whySignInFailed = (): string | undefined => refusedBecause;

export const refuseSignIn = (words: string): void => {
  refusedBecause = words;
};

const keepUser = (user: Reply<typeof currentUser>): void => {
  sessionStorage.removeItem(LOGGED_OUT);
  endedBecause = undefined;
  refusedBecause = undefined;
  authState.user.put(user);
};

const removeUser = (): void => {
  endSessionTasks();
  forgetOpened();
  // Where this tab knows of no token, another tab may have just stored one.
  if (readToken()) dropToken();
  resetState();
};

/** These responses are about the token; other failures are retried. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && [400, 401, 403].includes(error.status);

const loadUser = async (retryMs: () => number): Promise<void> => {
  const token = readToken();
  if (!token) return removeUser();
  try {
    const user = await call(currentUser, {});
    if (readToken() !== token) return;
    keepUser(user);
    setGlobals({ splash: false });
  } catch (error) {
    if (readToken() !== token) return;
    // Outside of the company's networks the token stays: it works again inside.
    if (outsideNetworks.get() !== null) return setGlobals({ splash: false });
    if (isFinal(error)) return removeUser();
    setTimeout(() => void loadUser(retryMs), retryMs());
  }
};

/** Loads the user of another token. */
let switchUser = async (): Promise<void> => {};

/** A platform admin sees a company that grants support access, until it ends. */
export const enterSupport = (token: string): Promise<void> => {
  keepSupportToken(token);
  history.replaceState(null, "", "/");
  return switchUser();
};

/** Back to the platform admin's own pages, at the company that they have seen. */
const leaveSupport = (companyId: number | undefined): Promise<void> => {
  history.replaceState(null, "", companyId === undefined ? "/" : `/companies/${companyId}`);
  return switchUser();
};

/** Ends support access at once, even if the server cannot be reached: then it ends by itself. */
export const endSupport = async (): Promise<void> => {
  const companyId = authState.user.get()?.company?.id;
  call(signOutEndpoint, {}).catch(() => undefined);
  if (restoreOwnToken()) await leaveSupport(companyId);
};

/** Loads the user, now and whenever another tab signs in or out. A failed load is repeated after `retryMs`. */
export const startSession = (retryMs: () => number): void => {
  watchUserActivity(() => {
    if (readToken()) call(currentUser, {}).catch(() => undefined);
  });
  onSessionEvents({
    tokenRefused: ({ detail, facts }) => {
      // A request that was sent without the token right after it was refused knows no reason.
      const companyId = authState.user.get()?.company?.id;
      if (restoreOwnToken()) {
        void leaveSupport(companyId)
          .then(() => import("../page/toast.ts"))
          .then(({ toast }) => toast.error(detail));
        return;
      }
      if (facts.reason !== undefined) endedBecause = detail;
      removeUser();
    },
    enrollmentRequired: () => authState.user.change((now) => now && { ...now, must_enroll: true }),
    outsideNetworks: (error) => {
      const outside = error?.detail ?? null;
      if (outside !== outsideNetworks.get()) outsideNetworks.set(outside);
    },
  });
  switchUser = () => {
    endSessionTasks();
    resetState();
    setGlobals({ splash: true });
    return loadUser(retryMs);
  };
  watchToken((token) => {
    if (token) return void switchUser();
    sessionStorage.setItem(LOGGED_OUT, "true");
    removeUser();
  });
  void loadUser(retryMs);
};

export const signIn = async (credentials: z.input<typeof Credentials>): Promise<void> => {
  acceptSignIn(await call(signInEndpoint, { body: credentials }));
};

/** Every way to sign in ends here. */
export const acceptSignIn = ({ token, user }: Reply<typeof signInEndpoint>): void => {
  if (!user) throw new CallError({ kind: "refused", status: 401, detail: errorMessages.signInFailed });
  keepToken(token);
  keepUser({ ...user, token });
};

/** Signs out immediately, even if the server cannot be reached; then at the identity provider, if there is one. */
export const signOut = async (): Promise<void> => {
  // Support access ends with the session that opened it.
  restoreOwnToken();
  const ended = call(signOutEndpoint, {}).catch(() => undefined);
  sessionStorage.setItem(LOGGED_OUT, "true");
  // The next user starts at the home page: this page may not be allowed for them.
  history.replaceState(null, "", "/");
  removeUser();
  const redirect = (await ended)?.redirect;
  // Somebody may have signed in meanwhile.
  if (redirect && !readToken()) location.assign(redirect);
};
