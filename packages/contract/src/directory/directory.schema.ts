import { z } from "zod";
import { requiredText } from "../kit/text.ts";

/** Two, so that one can be replaced without an interruption. */
export const MOST_DIRECTORY_TOKENS = 2;

/** What the company's directory sends with its SCIM requests, as it is listed. The full token is shown once. */
export const DirectoryToken = z.object({
  id: z.number(),
  name: z.string(),
  /** The first characters of the token. */
  prefix: z.string(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
export type DirectoryToken = z.output<typeof DirectoryToken>;

export const NewDirectoryToken = z.object({
  name: requiredText("Please give the token a name").trim(),
});
export type NewDirectoryToken = z.output<typeof NewDirectoryToken>;

export const DIRECTORY_RECORDS = ["User", "Group"] as const;
export const DIRECTORY_ACTIONS = [
  "Created",
  "Changed",
  "Deactivated",
  "Reactivated",
  "Deleted",
  "Read",
] as const;
export const DIRECTORY_RESULTS = ["Done", "Refused"] as const;

/** What the directory did, or tried to do. Reading is listed only if it was refused. */
export const DirectoryEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** The name of the token. */
  token: z.string(),
  record_type: z.enum(DIRECTORY_RECORDS),
  action: z.enum(DIRECTORY_ACTIONS),
  /** The name of the user or group, as the directory has it; empty if it is not known. */
  record: z.string(),
  result: z.enum(DIRECTORY_RESULTS),
  /** In words: what changed, or why it was refused; empty if there is nothing more to say. */
  detail: z.string(),
});
export type DirectoryEntry = z.output<typeof DirectoryEntry>;

/** What of a user a directory can decide; then it cannot be edited in the portal. */
export const DIRECTORY_FIELDS = [
  "username",
  "first_name",
  "last_name",
  "email",
  "role",
  "node",
  "sites",
  "is_company_admin",
] as const;
export type DirectoryField = (typeof DIRECTORY_FIELDS)[number];

/** A user who is kept by the directory, and what of them it decides. */
export const KeptByDirectory = z.object({ decides: z.array(z.enum(DIRECTORY_FIELDS)) });

export const directoryMessages = {
  decides: "This is kept by your company's directory. Change it there.",
  decidesOf: (usernames: readonly string[], most: number): string =>
    `Your company's directory decides this for ${usernames.slice(0, most).join(", ")}${usernames.length > most ? " and others" : ""}. Change it there.`,
} as const;
