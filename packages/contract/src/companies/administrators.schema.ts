import { z } from "zod";
import { requiredEmail, requiredText } from "../kit/text.ts";
import { userMessages } from "../users/users.messages.ts";

/** An administrator of a company as platform admins see them. */
export const Administrator = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  /** Invited: no password was set yet. Expired: nor can it be, until the invitation is sent again. */
  state: z.enum(["Invited", "Expired", "Active"]),
  invited_at: z.iso.datetime().nullable(),
  last_login: z.iso.datetime().nullable(),
});
export type Administrator = z.output<typeof Administrator>;

/** Long names would make a username that is too long. */
const NAME_MAX = 80;

export const NewAdministrator = z.object({
  first_name: requiredText(userMessages.firstNameRequired, NAME_MAX).trim(),
  last_name: requiredText(userMessages.lastNameRequired, NAME_MAX).trim(),
  email: requiredEmail(userMessages.emailRequired, userMessages.emailFormat),
});
export type NewAdministrator = z.output<typeof NewAdministrator>;

export const AdministratorChanges = NewAdministrator.pick({ email: true });
export type AdministratorChanges = z.output<typeof AdministratorChanges>;
