import { z } from "zod";

/** How somebody signed in: by the last thing they gave. */
export const SIGN_IN_METHODS = [
  "Password",
  "Authenticator app",
  "Recovery code",
  "Passkey",
  "Single sign-on",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
/** Unfinished: the password was right, and the second factor was not given. */
export const SIGN_IN_RESULTS = ["Accepted", "Refused", "Unfinished"] as const;
export type SignInResult = (typeof SIGN_IN_RESULTS)[number];

const Person = z.object({ id: z.number(), name: z.string(), username: z.string() });

/** One sign-in, whatever came of it. */
export const SignIn = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null for an account that does not exist; what was typed is not kept. */
  user: Person.nullable(),
  method: z.enum(SIGN_IN_METHODS),
  result: z.enum(SIGN_IN_RESULTS),
  address: z.string(),
  /** Browser and system, as in "Chrome on Windows". */
  device: z.string(),
  /** Why it was refused; and of a single sign-on, the number that the person was told. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
});
export type SignIn = z.output<typeof SignIn>;

/** How many a profile shows. */
export const OWN_SIGN_INS = 50;

export const OwnSignIn = SignIn.omit({ user: true, reason: true, reference: true });

/** Where a user of the company is signed in. */
export const CompanySession = z.object({
  id: z.string(),
  user: Person,
  method: z.enum(SIGN_IN_METHODS),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
});
export type CompanySession = z.output<typeof CompanySession>;
