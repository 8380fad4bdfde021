import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { OwnSession, PasswordChange, Profile, ProfileChanges } from "./profile.schema.ts";

const Done = z.object({ detail: z.string() });
const profile = { path: "/accounts/profile/", allow: "session:own", reply: Profile } as const;

export const findProfile = endpoint({
  ...profile,
  method: "GET",
  summary: "Get the signed-in user's profile",
  whileEnrolling: true,
});

export const updateProfile = endpoint({
  ...profile,
  method: "PATCH",
  summary: "Change the signed-in user's profile; what is left out stays",
  description:
    "A new e-mail address needs the current password, and a confirmation that is not too old. It counts once the link sent to it was used; then the former address is told, with a link that restores it.",
  body: ProfileChanges,
  fails: ["rate.limited", "auth.confirmation_required"],
});

export const resendEmailLink = endpoint({
  method: "POST",
  path: "/accounts/profile/email/resend/",
  summary: "Send the link to the signed-in user's new e-mail address again; the one sent before ends",
  allow: "session:own",
  reply: Done,
  fails: ["not_found", "rate.limited"],
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/accounts/profile/email/",
  summary: "Cancel the change of the signed-in user's e-mail address that was not confirmed yet",
  allow: "session:own",
  reply: Done,
  fails: ["not_found"],
});

export const changePassword = endpoint({
  method: "POST",
  path: "/accounts/profile/password/",
  summary: "Change the signed-in user's password, and end their other sessions",
  allow: "session:own",
  confirm: "security",
  body: PasswordChange,
  reply: Done,
  fails: ["rate.limited"],
});

export const ownSessions = endpoint({
  method: "GET",
  path: "/accounts/sessions/",
  summary: "List the sessions of the signed-in user, the latest use first",
  allow: "session:own",
  reply: z.object({ results: z.array(OwnSession) }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/accounts/sessions/:id/",
  summary: "End a session of the signed-in user",
  confirm: "security",
  allow: "session:own",
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  fails: ["not_found"],
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/accounts/sessions/",
  summary: "End every session of the signed-in user but this one",
  confirm: "security",
  allow: "session:own",
  reply: Done,
});
