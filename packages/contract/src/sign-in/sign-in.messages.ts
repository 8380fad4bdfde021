/** Server messages about sign-in and passwords, verbatim (specification 1, sections 2 and 5). */
export const signInMessages = {
  identifierRequired: "Please provide a valid username or email address",
  passwordRequired: "Please provide a valid password",
  resetIdentifierRequired: "Name or Email is required",
  resetSent: "We just emailed you a link you can use to reset your password",
  tokenInvalid: "Token is not valid or has expired",
  newPasswordRequired: "Please provide new password",
  confirmRequired: "Please confirm new password",
  confirmMismatch: "Password and confirmation password does not match",
  passwordSet: "The password has been succesfully set",
} as const;
