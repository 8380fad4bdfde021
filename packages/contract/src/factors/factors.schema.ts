import { z } from "zod";
import { requiredText, text } from "../kit/text.ts";
import { factorMessages as says } from "./factors.messages.ts";

export const FACTOR_KINDS = ["totp", "passkey"] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** The ways to give a second factor; a recovery code is sent as a code. */
export const FACTOR_METHODS = ["passkey", "totp", "recovery_code"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

export const FACTOR_NAME_MAX = 80;
export const MOST_FACTORS = 20;
export const RECOVERY_CODES = 10;

/** A second factor of a user. */
export const Factor = z.object({
  id: z.number(),
  kind: z.enum(FACTOR_KINDS),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Factor = z.output<typeof Factor>;

export const Factors = z.object({
  results: z.array(Factor),
  recovery_codes_left: z.number(),
  /** The company of the user requires a second factor of them. */
  is_required: z.boolean(),
});

/** Shown once. Empty unless it is the first factor. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const FactorName = requiredText(says.nameRequired, FACTOR_NAME_MAX).trim();

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
export const Code = requiredText(says.codeRequired, 40);

const base64 = (max: number) =>
  z
    .string({ error: says.passkeyWrong })
    .max(max, says.passkeyWrong)
    .regex(/^[A-Za-z0-9_-]+$/, says.passkeyWrong);
const credential = {
  id: base64(1400),
  rawId: base64(1400),
  type: z.literal("public-key", says.passkeyWrong),
};
const passkeyObject = { error: says.passkeyWrong };

/** What `navigator.credentials.get` has returned, as JSON (AuthenticationResponseJSON). */
export const Assertion = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64(6000),
        authenticatorData: base64(6000),
        signature: base64(6000),
        userHandle: base64(200).optional(),
      },
      passkeyObject,
    ),
  },
  passkeyObject,
);
export type Assertion = z.output<typeof Assertion>;

/** What `navigator.credentials.create` has returned, as JSON (RegistrationResponseJSON). */
export const Attestation = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64(6000),
        attestationObject: base64(60_000),
        transports: z.array(text(40)).max(10, says.passkeyWrong).optional(),
      },
      passkeyObject,
    ),
  },
  passkeyObject,
);
export type Attestation = z.output<typeof Attestation>;

/** For `startRegistration` or `startAuthentication` of @simplewebauthn/browser, as `optionsJSON`. */
export const PasskeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.output<typeof PasskeyOptions>;

export const NewFactor = z.object({
  kind: z.literal("totp", "This must be totp."),
  name: FactorName,
});

/** One way to confirm that it is still the user. */
export const Confirmation = z
  .object({
    password: z.string({ error: "Enter your password" }).min(1, "Enter your password").max(128).optional(),
    code: Code.optional(),
    assertion: Assertion.optional(),
  })
  .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, says.oneWay);
export type Confirmation = z.output<typeof Confirmation>;
