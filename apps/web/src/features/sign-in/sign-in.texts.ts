import { PASSWORD_MIN } from "@mcc/contract/sign-in/sign-in.schema.ts";

/** Texts of the sign-in and password screens, fixed by AUTH-002 to AUTH-041. */
export const signInTexts = {
  title: "Management Control Center",
  strayPath: "Oops, something went wrong. Please log in below to access this website.",
  forDecision: "Log in to see the order and decide about it.",
  decision: "Decide about an order",
  opening: "Opening the order",
  decisionEnded: (name: string) =>
    `This link no longer works, or is not for you. You're signed in as ${name}. A link in an e-mail works for one decision and for 72 hours, until your password or e-mail address changes.`,
  pending: "See the orders that are pending",
  otherAccount: "Sign in with another account",
  logIn: "Log in",
  forgotLink: "Forgot your password?",
  loading: "Loading",
  passkey: "Sign in with a passkey",
  signInWith: (name: string) => `Sign in with ${name}`,
  orPassword: "Or with your password",
  ssoRequired: "Your company signs in this way. A password signs in emergency admins only.",
  companyAccounts: "Your company signs in with its own accounts.",
  continueThere: "Continue to your company's sign-in",
  byAddress: "Enter your e-mail address instead of your username to get there.",
  backToPassword: "Back to the password",
  outside: "Outside of your company's networks",
  outsideHint: "Connect to a network of your company, such as its VPN, and try again.",
  tryAgain: "Try again",
  logOut: "Log out",
  backToShop: "Go back to shop",
  resetButton: "Reset Password",
  createButton: "Create Password",
  /** The rules of `NewPassword` in one sentence, shown before anything is typed. */
  passwordRule: `At least ${PASSWORD_MIN} characters, with a letter and a number or symbol.`,
} as const;
