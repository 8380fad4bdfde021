import { z } from "zod";
import { SessionUser } from "../access/session.ts";
import { PasskeyOptions } from "../factors/factors.schema.ts";
import { endpoint } from "../kit/endpoint.ts";
import {
  Credentials,
  NewPassword,
  PasskeySignIn,
  ResetRequest,
  SecondFactorAnswer,
} from "./sign-in.schema.ts";

const Token = z.string().min(1).max(512);
const SignedIn = z.object({ token: z.string(), user: SessionUser });
const Done = z.object({ detail: z.string() });

export const signIn = endpoint({
  method: "POST",
  path: "/accounts/user-token/",
  summary: "Sign in with a username or an e-mail address",
  allow: "anyone",
  description:
    "A user with a second factor is refused with auth.second_factor_required: `challenge` is for /accounts/second-factor/, `methods` are passkey, totp and recovery_code, and `options` are for a passkey.",
  body: Credentials,
  reply: SignedIn,
  fails: ["auth.failed", "auth.second_factor_required", "auth.sso_required", "auth.network", "rate.limited"],
});

export const giveSecondFactor = endpoint({
  method: "POST",
  path: "/accounts/second-factor/",
  summary: "Complete a sign-in with a code or a passkey; a challenge works once, for five minutes",
  allow: "anyone",
  body: SecondFactorAnswer,
  reply: SignedIn,
  fails: ["auth.challenge_ended", "auth.factor_failed", "auth.sso_required", "auth.network", "rate.limited"],
});

export const passkeySignInOptions = endpoint({
  method: "POST",
  path: "/accounts/passkeys/sign-in/options/",
  summary: "Get what a browser needs to sign in with a passkey of this host; works once, for five minutes",
  allow: "anyone",
  reply: PasskeyOptions,
  fails: ["rate.limited"],
});

export const signInWithPasskey = endpoint({
  method: "POST",
  path: "/accounts/passkeys/sign-in/",
  summary: "Sign in with a passkey, without a password",
  allow: "anyone",
  body: PasskeySignIn,
  reply: SignedIn,
  fails: ["auth.passkey_failed", "auth.sso_required", "auth.network", "rate.limited"],
});

export const currentUser = endpoint({
  method: "GET",
  path: "/accounts/v2/user/",
  summary: "Get the signed-in user",
  whileEnrolling: true,
  allow: "session:own",
  reply: SessionUser.extend({ token: z.string() }),
});

export const signOut = endpoint({
  method: "POST",
  path: "/accounts/logout/",
  summary: "End this session on the server",
  description: "`redirect`: where a session of an identity provider is ended there, too.",
  whileEnrolling: true,
  support: "allowed",
  allow: "session:own",
  reply: Done.extend({ redirect: z.string().nullable() }),
});

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/accounts/password_reset/",
  summary: "Send a link to set a new password",
  allow: "anyone",
  body: ResetRequest,
  reply: Done,
  fails: ["account.not_found", "rate.limited"],
});

export const checkResetToken = endpoint({
  method: "POST",
  path: "/accounts/password_reset/validate_token/",
  summary: "Check whether a password link is still valid",
  allow: "anyone",
  body: z.object({ token: Token }),
  reply: Done,
  fails: ["rate.limited"],
});

export const setNewPassword = endpoint({
  method: "POST",
  path: "/accounts/password_reset/confirm/",
  summary: "Set a new password with a link, and end every session of the user",
  allow: "anyone",
  body: z.object({ password: NewPassword, token: Token }),
  reply: Done,
  fails: ["rate.limited"],
});
