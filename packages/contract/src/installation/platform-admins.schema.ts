import { z } from "zod";
import { requiredEmail, requiredText } from "../kit/text.ts";
import { userMessages } from "../users/users.messages.ts";
import { Username } from "../users/users.schema.ts";

/** A platform admin as the operator creates one on the command line. */
export const NewPlatformAdmin = z.object({
  username: Username,
  email: requiredEmail(userMessages.emailRequired, userMessages.emailFormat),
  first_name: requiredText(userMessages.firstNameRequired).trim(),
  last_name: requiredText(userMessages.lastNameRequired).trim(),
});
export type NewPlatformAdmin = z.output<typeof NewPlatformAdmin>;
