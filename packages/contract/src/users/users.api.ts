import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, list, pagedQuery, pageSchema } from "../kit/list.ts";
import { dateColumn, namedChoiceColumn, switchColumn, textColumn } from "../kit/list-columns.ts";
import { AssignedSites, LiteUser, NewUser, UserChanges, UserClone, UserRow } from "./users.schema.ts";

export const userList = list({
  name: "users",
  path: "/accounts/users/",
  summary: "the company's users",
  allow: "company-admin",
  row: UserRow,
  lite: LiteUser,
  sort: "name",
  essentials: ["username", "role", "name", "lastLogin"],
  extra: {
    hasPolicies: flag.describe("Only users with a policy, or only those without one").optional(),
    never_signed_in: flag.describe("Only users who never signed in, or only the others").optional(),
    kept_by_directory: flag
      .describe("Only users who are kept by the company's directory, or only the others")
      .optional(),
  },
  extraLabels: { never_signed_in: "Never signed in", kept_by_directory: "Kept by the directory" },
  columns: {
    username: textColumn("Username"),
    role: namedChoiceColumn("Role"),
    name: textColumn("Name"),
    email: textColumn("Email"),
    lastLogin: dateColumn("Last Login"),
    site: textColumn("Sites"),
    alerts_enabled: switchColumn("Alerts Enabled"),
  },
});

const byId = {
  path: "/accounts/users/:id/",
  allow: "company-admin",
  params: z.object({ id: pathId }),
} as const;
const Done = z.object({ detail: z.string() });

export const findUser = endpoint({
  ...byId,
  method: "GET",
  summary: "Get a user",
  query: z.strictObject({
    withSites: flag.describe("With every site of the user, and of their policy").optional(),
  }),
  reply: UserRow,
  fails: ["not_found"],
});

export const createUser = endpoint({
  method: "POST",
  path: "/accounts/users/",
  summary: "Create a user",
  description: "Usernames and e-mail addresses are unique over the platform, in capitals or not.",
  allow: "company-admin",
  body: NewUser,
  reply: UserRow,
  fails: ["rate.limited"],
});

export const updateUser = endpoint({
  ...byId,
  method: "PATCH",
  summary: "Change a user; what is left out stays",
  description:
    "A new password ends the sessions of the user. A password or another e-mail address needs a confirmation that is not too old.",
  body: UserChanges,
  reply: UserRow,
  fails: ["not_found", "auth.confirmation_required"],
});

export const deleteUser = endpoint({
  ...byId,
  method: "DELETE",
  summary: "Delete a user",
  description: "Their sessions end at once. Orders, approvals and alerts keep their name.",
  reply: Done,
  fails: [
    "not_found",
    "user.self",
    "user.last_admin",
    "user.last_emergency_admin",
    "approver.needed",
    "directory.keeps",
  ],
});

export const cloneUser = endpoint({
  ...byId,
  method: "POST",
  path: "/accounts/users/:id/clone/",
  summary: "Create a user with the sites of another one",
  description: "Whether the other one is a company admin is not copied.",
  body: UserClone,
  reply: UserRow,
  fails: ["not_found", "rate.limited"],
});

export const inviteUser = endpoint({
  ...byId,
  method: "POST",
  path: "/accounts/users/:id/invite/",
  summary: "Send the invitation of a user without a password again; the links that were sent before end",
  reply: UserRow,
  fails: ["not_found", "user.has_password", "rate.limited"],
});

export const userSites = endpoint({
  ...byId,
  method: "GET",
  path: "/accounts/v2/users/:id/sites/",
  summary: "List the sites of a user, by name",
  query: pagedQuery(),
  reply: pageSchema(z.object({ id: z.number(), name: z.string() })),
  fails: ["not_found"],
});

export const assignUserToSites = endpoint({
  method: "PUT",
  path: "/sites/assign-user-to-sites/",
  summary: "Assign further sites to a user",
  description: "Only in a company without a hierarchy.",
  allow: "company-admin",
  body: AssignedSites,
  reply: Done,
  fails: ["hierarchy.decides"],
});
