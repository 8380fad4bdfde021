import type { FactorKind } from "@mcc/contract/factors/factors.schema.ts";

/** Texts of the table of second factors, and of those of another user. */
export const userFactorTexts = {
  title: "Second factor",
  name: "Name",
  kind: "Kind",
  kinds: { passkey: "Passkey", totp: "Authenticator app" } satisfies Record<FactorKind, string>,
  added: "Added",
  lastUse: "Last use",
  never: "Never",
  actions: "Actions",

  userNone: "None. This user signs in with the password alone.",
  userTable: "Second factors of this user",
  userFailed: "The second factors of this user could not be loaded",
  reset: "Reset second factors",
  resetQuestion: (name: string): string =>
    `Remove all second factors of ${name}? Do this if they lost their device. They are signed out everywhere, get an e-mail, and sign in with their password alone until they set up a new one.`,
  resetDone: "The second factors were reset",
  resetFailed: "The second factors were not reset",
  ownReset: "Your own second factors are in your profile.",
} as const;
