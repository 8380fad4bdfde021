/** Why a sign-in with a provider is refused, in words that a person can act on. */
export const PROBLEMS = {
  unknown_connection: "This way to sign in does not exist, or is switched off. Sign in from the login page.",
  unreachable: "Your company's identity provider does not answer. Please try again in a few minutes.",
  misconfigured: "The identity provider is not set up correctly here. Please tell your administrator.",
  refused_there: "Your company's identity provider did not let you in. Please ask your administrator.",
  too_many: "Too many people of your network sign in at once. Please try again in a few minutes.",
  expired: "This sign-in took too long, or was used already. Please start again from the login page.",
  other_browser: "This sign-in was begun in another browser. Please start again from the login page.",
  unsolicited: "Please start from the login page of the portal, not from the identity provider.",
  invalid_answer:
    "The answer of the identity provider could not be trusted, so it was refused. Please try again.",
  no_name: "The identity provider does not say who you are in a way that lasts. Tell your administrator.",
  no_address: "The identity provider does not send your e-mail address. Please tell your administrator.",
  unverified_address:
    "The identity provider does not say that your e-mail address is verified. Please tell your administrator.",
  foreign_domain: "Your e-mail address is not of a domain that your company has confirmed.",
  other_identity:
    "Your account belongs to another identity at this provider. Your administrator can unlink it from single sign-on, on the page of your user.",
  no_account: "You have no account in the portal yet. Please ask your administrator for one.",
  address_taken: "Your e-mail address cannot be used for a new account. Please ask your administrator.",
  not_fresh:
    "Your identity provider did not ask you to sign in again. A password (Forgot password?) or a second factor of the portal confirms as well.",
  no_sign_in_time:
    "Your identity provider does not say when you signed in, so this confirms nothing. A password (Forgot password?) or a second factor of the portal does.",
  other_connection: "Only the identity provider that you signed in with confirms that it is you.",
  other_person: "You signed in there as somebody else than here, so nothing was confirmed.",
  disabled: "Your account is disabled. Please ask your administrator.",
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** Thrown while an answer of a provider is checked. `why` is for administrators: it is in the sign-in log. */
export class SsoProblem extends Error {
  readonly code: ProblemCode;
  readonly why: string | undefined;
  /** Whose account was refused, where that is known. */
  readonly userId: number | null;

  constructor(code: ProblemCode, why?: string, userId: number | null = null) {
    super(PROBLEMS[code]);
    this.code = code;
    this.why = why;
    this.userId = userId;
  }
}

/** A signature that fits to none of the certificates: the provider may have new ones. */
export class UnknownSignature extends SsoProblem {}

const MOST_CHARACTERS = 500;

/** For the sign-in log: what the person was told, and the technical reason. */
export const reasonOf = ({ message, why }: SsoProblem): string =>
  (why ? `${message} (${why})` : message).replace(/[^\P{Cc}]/gu, " ").slice(0, MOST_CHARACTERS);
