import { z } from "zod";
import { SessionUser } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { Credentials, NewPassword, ResetRequest } from "./sign-in.schema.ts";

const Token = z.string().min(1).max(512);
const Done = z.object({ detail: z.string() });

export const signIn = endpoint({
  method: "POST",
  path: "/accounts/user-token/",
  summary: "Sign in with a username or an e-mail address",
  allow: "anyone",
  body: Credentials,
  reply: z.object({ token: z.string(), user: SessionUser }),
  fails: ["auth.failed", "rate.limited"],
});

export const currentUser = endpoint({
  method: "GET",
  path: "/accounts/v2/user/",
  summary: "Get the signed-in user",
  allow: "session:own",
  reply: SessionUser.extend({ token: z.string() }),
});

export const signOut = endpoint({
  method: "POST",
  path: "/accounts/logout/",
  summary: "End this session on the server",
  allow: "session:own",
  reply: Done,
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
