import { z } from "zod";
import { NewPassword, PASSWORD_MAX } from "../sign-in/sign-in.schema.ts";
import { UserChanges } from "../users/users.schema.ts";
import { profileMessages as says } from "./profile.messages.ts";

const Named = z.object({ id: z.number(), name: z.string() });

/** The signed-in user, as their profile shows them. */
export const Profile = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** A new address that counts once the link sent to it was used. */
  pending_email: z.string().nullable(),
  phone: z.string().nullable(),
  enable_text_messages: z.boolean(),
  role: Named.nullable(),
  company: Named.nullable(),
  is_company_admin: z.boolean(),
  is_mcc_admin: z.boolean(),
  has_password: z
    .boolean()
    .describe(
      "Whoever has none signs in with an identity provider, and confirms there or with a second factor",
    ),
  /** Name and address are kept by the company's directory and cannot be changed here. */
  kept_by_directory: z.boolean(),
});
export type Profile = z.output<typeof Profile>;

const CurrentPassword = z
  .string({ error: says.currentPasswordRequired })
  .max(PASSWORD_MAX, says.currentPasswordWrong);

/** Checked as for users; role, company and rights are not theirs to change. */
export const ProfileChanges = UserChanges.pick({
  first_name: true,
  last_name: true,
  email: true,
  phone: true,
  enable_text_messages: true,
}).extend({ current_password: CurrentPassword.describe("Needed for another e-mail address").optional() });
export type ProfileChanges = z.output<typeof ProfileChanges>;

export const PasswordChange = z.object({
  current_password: CurrentPassword.min(1, says.currentPasswordRequired),
  password: NewPassword,
});

/** Where a user is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;
