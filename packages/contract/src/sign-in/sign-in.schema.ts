import { z } from "zod";
import { factorMessages } from "../factors/factors.messages.ts";
import { Assertion, Code } from "../factors/factors.schema.ts";
import { isStorable, requiredTextArea } from "../kit/text.ts";
import { signInMessages as says } from "./sign-in.messages.ts";

/** Longer than any generated password; limits the work of hashing. */
export const PASSWORD_MAX = 128;
export const PASSWORD_MIN = 10;

const passwordText = (message: string) =>
  z.string({ error: message }).min(1, message).max(PASSWORD_MAX, message).refine(isStorable, message);

/** The input that the login form and the login call accept. */
export const Credentials = z.object({
  username: requiredTextArea(says.identifierRequired),
  password: passwordText(says.passwordRequired),
});

/** The second step of a sign-in: a code of an app or a recovery code, or a passkey. */
export const SecondFactorAnswer = z
  .object({
    challenge: requiredTextArea("Send the challenge of the sign-in"),
    code: Code.optional(),
    assertion: Assertion.optional(),
  })
  .refine(({ code, assertion }) => (code === undefined) !== (assertion === undefined), {
    path: ["code"],
    message: factorMessages.codeRequired,
  });
export type SecondFactorAnswer = z.output<typeof SecondFactorAnswer>;

export const PasskeySignIn = z.object({ assertion: Assertion });

/** The rules for a new password; the first message is the one shown. */
export const NewPassword = z
  .string({ error: says.newPasswordRequired })
  .min(1, says.newPasswordRequired)
  .min(PASSWORD_MIN, `The password must have at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `The password can't be longer than ${PASSWORD_MAX} characters.`)
  .refine(isStorable, "The password contains characters that cannot be used.")
  .refine((value) => /\p{L}/u.test(value), "The password must contain a letter.")
  .refine((value) => /[^\p{L}]/u.test(value), "The password must contain a number or a symbol.");

/** The reset form: checked before the request is sent. */
export const NewPasswordForm = z
  .object({
    password: z.string().min(1, says.newPasswordRequired),
    confirmation: z.string().min(1, says.confirmRequired),
  })
  .refine(({ password, confirmation }) => !confirmation || password === confirmation, {
    path: ["confirmation"],
    message: says.confirmMismatch,
  });

export const ResetRequest = z.object({ userIdentifier: requiredTextArea(says.resetIdentifierRequired) });
