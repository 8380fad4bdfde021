/** What the server says of second factors and confirmations. */
export const factorMessages = {
  nameRequired: "Give it a name",
  codeRequired: "Enter the code",
  codeWrong: "This code is not valid. Enter the newest one.",
  passkeyRequired: "Use a passkey",
  passkeyWrong: "This passkey could not be verified. Please try again.",
  oneWay: "Send a password, a code or an assertion.",
  confirmed: "Confirmed.",
  removed: "The factor was removed.",
  reset: "The second factors of this user were removed, and their sessions have ended.",
} as const;
