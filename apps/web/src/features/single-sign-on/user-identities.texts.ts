/** Texts of the card of a user that says with which providers they sign in. */
export const userIdentityTexts = {
  title: "Single sign-on",
  linked: (provider: string, since: string): string => `Linked to ${provider} since ${since}, as`,
  failed: "Whether this user is linked to single sign-on could not be loaded",
  unlink: "Unlink from single sign-on",
  question: (name: string): string =>
    `Unlink ${name} from single sign-on? Do this if your identity provider knows them by another identity now. They are signed out everywhere. The next time they sign in with the provider, their e-mail address links them again.`,
  done: "The user was unlinked from single sign-on",
  unlinkFailed: "The user was not unlinked from single sign-on",
} as const;
