import { userFactorTexts } from "./user-factors.texts.ts";

/** Texts of second factors. */
export const factorTexts = {
  ...userFactorTexts,
  hint: "With a second factor, your password alone is not enough to sign in as you. A passkey also signs you in without it.",
  required: "Your account needs at least one.",
  fetchFailed: "Your second factors could not be loaded",
  table: "Your second factors",
  none: "You have none yet.",
  nameHint: "So that you can tell it from others, such as Work laptop.",

  addPasskey: "Add a passkey",
  passkeyHint: "Your device asks for your fingerprint, your face or its PIN.",
  continue: "Continue",
  passkeyAdded: "The passkey was added",
  addApp: "Add an app",
  appTitle: "Add an authenticator app",
  appHint:
    "Use Google Authenticator, Microsoft Authenticator, 1Password or any other app that shows codes of six digits.",
  appName: "Authenticator app",
  scan: "Scan this picture with the app, or enter the key there. Then enter the code that the app shows.",
  picture: "QR code for your authenticator app",
  key: "Key",
  code: "Code",
  confirm: "Confirm",
  back: "Back",
  appAdded: "The app was added",

  remove: "Remove",
  removeOf: (name: string): string => `Remove ${name}`,
  removeTitle: "Remove a second factor",
  removeQuestion: (name: string, isLast: boolean): string =>
    isLast
      ? `Remove ${name}? It is your last one: your password alone is then enough to sign in, and your recovery codes end.`
      : `Remove ${name}? You can no longer sign in with it.`,
  removed: "The second factor was removed",
  removeFailed: "The second factor was not removed",

  codesLeft: (left: number): string =>
    left === 1 ? "You have 1 recovery code left." : `You have ${left} recovery codes left.`,
  newCodes: "Create new recovery codes",
  newCodesTitle: "Create new recovery codes",
  newCodesQuestion: "Your old recovery codes end. Keep the new ones instead.",
  create: "Create",
  codesCreated: "New recovery codes were created",
  codesFailed: "No recovery codes were created",
  codes: "Your recovery codes",
  codesNote:
    "Each code signs you in once, if you lose your device. Keep them where only you can read them. They are shown only now.",
  print: "Print",
  codesKept: "I have kept them",

  enroll: "Set up a second factor",
  enrollHint:
    "Your account needs a second factor: something besides your password that shows it is you. It takes about a minute.",
  enrollPasskey: "Set up a passkey",
  enrollApp: "Set up an authenticator app",
  enrollWays:
    "With a passkey, your device asks for your fingerprint, your face or its PIN. An authenticator app shows codes that you enter when you sign in.",
  noPasskeys: "This browser cannot use passkeys here. Set up an app instead.",
  signedInAs: (name: string): string => `You're signed in as ${name}.`,
  logOut: "Log out",
} as const;
