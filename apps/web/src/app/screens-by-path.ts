import { tokenInSignInPath } from "@mcc/contract/decision-links/decision-path.ts";

/** Compares the whole path, with or without a slash at its end. */
const isAt = (path: string): boolean => location.pathname.replace(/\/$/, "") === path;

export const atForgotPassword = (): boolean => isAt("/forgot-password");

/** A password link works whether or not a user is signed in. */
export const atResetPassword = (): boolean => isAt("/reset-password");

/** The sign-in for a decision by e-mail: afterwards the page of the decision opens, which is not of the portal. */
export const atDecision = (): boolean => tokenInSignInPath(location.pathname) !== undefined;

/** Where an identity provider leads back to. */
export const atSsoReturn = (): boolean =>
  location.pathname === "/" && new URLSearchParams(location.search).has("sso");

const RETRY_MS = 2000;
const LISTS_RETRY_MS = 1500;
const LISTS = ["/orders", "/sites", "/users"];

/** After how long the page asks again who the user is. These lists are sooner: they load once the user is known. */
export const userRetryMs = (): number => (LISTS.some(isAt) ? LISTS_RETRY_MS : RETRY_MS);
