import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import {
  Attestation,
  Code,
  Confirmation,
  FACTOR_METHODS,
  Factor,
  FactorName,
  Factors,
  NewFactor,
  PasskeyOptions,
  RecoveryCodes,
} from "./factors.schema.ts";

const Done = z.object({ detail: z.string() });
const path = "/accounts/profile/factors/";
const own = { allow: "session:own", whileEnrolling: true } as const;
const byId = { params: z.object({ id: pathId }) };

export const ownFactors = endpoint({
  ...own,
  method: "GET",
  path,
  summary: "List the second factors of the signed-in user",
  reply: Factors,
});

export const addApp = endpoint({
  ...own,
  method: "POST",
  path,
  summary: "Start to set up an authenticator app; it counts once a code of it was confirmed",
  description: "The secret is in base32. An app that was not confirmed before is replaced.",
  confirm: "factor",
  body: NewFactor,
  reply: z.object({ id: z.number(), secret: z.string(), otpauth_url: z.string() }),
  fails: ["factors.full"],
});

export const confirmApp = endpoint({
  ...own,
  ...byId,
  method: "POST",
  path: `${path}:id/confirm/`,
  summary: "Confirm an authenticator app with a code of it",
  description: "With the first factor come ten recovery codes, and the other sessions of the user end.",
  confirm: "factor",
  body: z.object({ code: Code }),
  reply: RecoveryCodes,
  fails: ["not_found", "factors.full", "rate.limited"],
});

export const passkeyOptions = endpoint({
  ...own,
  method: "POST",
  path: `${path}passkeys/options/`,
  summary: "Get what a browser needs to create a passkey for this host; works once, for five minutes",
  confirm: "factor",
  reply: PasskeyOptions,
  fails: ["factors.full"],
});

export const addPasskey = endpoint({
  ...own,
  method: "POST",
  path: `${path}passkeys/`,
  summary: "Add a passkey that the browser has created",
  description: "With the first factor come ten recovery codes, and the other sessions of the user end.",
  confirm: "factor",
  body: z.object({ name: FactorName, attestation: Attestation }),
  reply: Factor.extend(RecoveryCodes.shape),
  fails: ["passkey.refused", "factors.full"],
});

export const replaceRecoveryCodes = endpoint({
  ...own,
  method: "POST",
  path: `${path}recovery-codes/`,
  summary: "Create ten new recovery codes; those of before end",
  confirm: "factor",
  reply: RecoveryCodes,
  fails: ["factors.none"],
});

export const removeFactor = endpoint({
  ...own,
  ...byId,
  method: "DELETE",
  path: `${path}:id/`,
  summary: "Remove a second factor; with the last one, the recovery codes end",
  confirm: "factor",
  reply: Done,
  fails: ["not_found", "factors.required"],
});

export const confirmOptions = endpoint({
  ...own,
  method: "POST",
  path: "/accounts/confirm/options/",
  summary: "Get the ways in which the signed-in user can confirm that it is them",
  description: "`options` are for a passkey of this host, for five minutes; null if there is none.",
  reply: z.object({
    methods: z.array(z.enum(["password", ...FACTOR_METHODS])),
    /** Where a user of an identity provider signs in there again, for `POST /accounts/sso-confirm/`. */
    sso_url: z.string().nullable(),
    /** Their identity provider does not say when somebody signed in, so it cannot confirm; then `sso_url` is null. */
    sso_silent: z.boolean(),
    options: PasskeyOptions.nullable(),
  }),
});

export const confirmIdentity = endpoint({
  ...own,
  method: "POST",
  path: "/accounts/confirm/",
  summary: "Confirm that it is still the signed-in user, with a password, a code or a passkey",
  description: "Then repeat the call that was refused with auth.confirmation_required.",
  body: Confirmation,
  reply: Done.extend({ confirmed_at: z.iso.datetime() }),
  fails: ["rate.limited"],
});

const ofUser = {
  ...byId,
  path: "/accounts/users/:id/factors/",
  allow: "company-admin",
  fails: ["not_found"],
} as const;

export const userFactors = endpoint({
  ...ofUser,
  method: "GET",
  summary: "List the second factors of a user",
  reply: Factors,
});

export const resetFactors = endpoint({
  ...ofUser,
  method: "DELETE",
  summary: "Remove all second factors of a user who has lost them, and end their sessions",
  description: "The user is told by e-mail.",
  confirm: "security",
  reply: Done,
  fails: ["not_found", "factors.own"],
});
