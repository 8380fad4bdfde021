/** The server's messages about sign-in and passwords; the texts are fixed by AUTH-009 to AUTH-048. */
export const signInMessages = {
  identifierRequired: "Please provide a valid username or email address",
  passwordRequired: "Please provide a valid password",
  resetIdentifierRequired: "Name or Email is required",
  resetSent: "We just emailed you a link you can use to reset your password",
  tokenInvalid: "Token is not valid or has expired",
  newPasswordRequired: "Please provide new password",
  confirmRequired: "Please confirm new password",
  confirmMismatch: "Password and confirmation password does not match",
  passwordCommon: "This is one of the most common passwords. Choose another one.",
  passwordNames: "The password must not contain your name, your username or your company.",
  passwordSet: "The password has been succesfully set",
} as const;
