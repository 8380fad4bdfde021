/** What the server says of profiles. */
export const profileMessages = {
  currentPasswordRequired: "Enter your current password",
  currentPasswordWrong: "This is not your current password",
  emailLinkSent: "We sent a link to the new address.",
  emailChangeCanceled: "Your address stays as it is.",
  passwordChanged: "Your password was changed. Your other sessions have ended.",
  sessionEnded: "The session has ended.",
  othersEnded: "You are signed out everywhere else.",
} as const;
