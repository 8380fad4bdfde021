/** What the server says of profiles. */
export const profileMessages = {
  currentPasswordRequired: "Enter your current password",
  currentPasswordWrong: "This is not your current password",
  passwordChanged: "Your password was changed. Your other sessions have ended.",
  sessionEnded: "The session has ended.",
  othersEnded: "You are signed out everywhere else.",
} as const;
