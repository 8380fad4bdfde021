import { PASSWORD_MIN } from "@mcc/contract/sign-in/sign-in.schema.ts";

/** What the sign-in and password screens say, to the letter (specification 1, sections 2 and 5). */
export const signInTexts = {
  title: "Management Control Center",
  strayPath: "Oops, something went wrong. Please log in below to access this website.",
  logIn: "Log in",
  forgotLink: "Forgot your password?",
  backToShop: "Go back to shop",
  resetButton: "Reset Password",
  createButton: "Create Password",
  /** The rules of `NewPassword` in one sentence, shown before anything is typed. */
  passwordRule: `At least ${PASSWORD_MIN} characters, with a letter and a number or symbol.`,
} as const;
