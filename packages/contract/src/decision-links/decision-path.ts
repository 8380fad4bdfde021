const DECISION_PATH = "/decide/";
const SIGN_IN = "/sign-in";

/** The page behind the buttons of an e-mail: drawn by the server, without the code of the portal. */
export const decisionPath = (token: string): string => `${DECISION_PATH}${token}`;

/** Where the portal asks for the sign-in that the page needs. */
export const decisionSignInPath = (token: string): string => `${decisionPath(token)}${SIGN_IN}`;

/** The token in the path of that sign-in. */
export const tokenInSignInPath = (path: string): string | undefined =>
  /^\/decide\/([A-Za-z0-9_-]{1,100})\/sign-in\/?$/.exec(path)?.[1];
