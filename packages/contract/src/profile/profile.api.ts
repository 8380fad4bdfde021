import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { OwnSession, PasswordChange, Profile, ProfileChanges } from "./profile.schema.ts";

const Done = z.object({ detail: z.string() });
const profile = { path: "/accounts/profile/", allow: "session:own", reply: Profile } as const;

export const findProfile = endpoint({
  ...profile,
  method: "GET",
  summary: "Get the signed-in user's profile",
});

export const updateProfile = endpoint({
  ...profile,
  method: "PATCH",
  summary: "Change the signed-in user's profile; what is left out stays",
  description: "The former e-mail address is told of a new one.",
  body: ProfileChanges,
  fails: ["rate.limited"],
});

export const changePassword = endpoint({
  method: "POST",
  path: "/accounts/profile/password/",
  summary: "Change the signed-in user's password, and end their other sessions",
  allow: "session:own",
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
  allow: "session:own",
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  fails: ["not_found"],
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/accounts/sessions/",
  summary: "End every session of the signed-in user but this one",
  allow: "session:own",
  reply: Done,
});
