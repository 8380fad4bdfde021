/** Texts of the sign-in and password screens, to the letter (specification 1, sections 2 and 5). */
export const signInMessages = {
  title: "Management Control Center",
  strayPath: "Oops, something went wrong. Please log in below to access this website.",
  identifierRequired: "Please provide a valid username or email address",
  passwordRequired: "Please provide a valid password",
  logIn: "Log in",
  forgotLink: "Forgot your password?",
  backToShop: "Go back to shop",
  resetButton: "Reset Password",
  resetIdentifierRequired: "Name or Email is required",
  resetSent: "We just emailed you a link you can use to reset your password",
  tokenInvalid: "Token is not valid or has expired",
  newPasswordRequired: "Please provide new password",
  confirmRequired: "Please confirm new password",
  confirmMismatch: "Password and confirmation password does not match",
  createButton: "Create Password",
  passwordSet: "The password has been succesfully set",
} as const;
