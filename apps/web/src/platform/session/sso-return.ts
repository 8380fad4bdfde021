import { pageAfterLogin } from "@mcc/contract/sign-in/next-page.ts";
import { confirmWithSso, signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { call } from "../api/call.ts";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";
import { toast } from "../page/toast.ts";
import { refuseSignIn } from "./session.ts";
import { takeAsked, tellWaiting } from "./sso-confirmation.ts";
import { keepToken, readToken } from "./token.ts";

const EXPIRED = "This sign-in has expired. Please sign in again.";
const CONFIRMED = "Confirmed. You can close this tab and go on where you were.";
const NOT_ASKED = "Nothing here waits for a confirmation any more. Please repeat what you wanted to do.";
const COOKIE = /(?:^|; )((?:__Host-)?mcc-sso-code)=([^;]+)/;

/** The code of the provider's answer, which is read once. */
const takeCode = (): string | undefined => {
  const [, name, code] = COOKIE.exec(document.cookie) ?? [];
  if (!name) return undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
  document.cookie = `${name}=; path=/; max-age=0${name.startsWith("__Host-") ? "; secure" : ""}`;
  return code;
};

const wordsOf = (error: unknown): string => (error instanceof CallError ? error.detail : GENERIC_FAILURE);

/** Who is signed in may have been about to confirm: an answer that comes too late does not say what it was for. */
const refuse = (words: string): void => {
  refuseSignIn(words);
  if (!readToken()) return;
  toast.error(words);
  tellWaiting({ problem: words });
};

/** Confirms, tells the pages that wait for it, and closes the window that one of them has opened. */
const confirm = async (): Promise<void> => {
  const code = takeCode();
  history.replaceState(null, "", "/");
  const problem =
    code === undefined || !takeAsked()
      ? NOT_ASKED
      : await call(confirmWithSso, { body: { code } }).then(() => undefined, wordsOf);
  tellWaiting(problem === undefined ? {} : { problem });
  window.close();
  // A tab that was opened by a link stays.
  if (problem === undefined) toast.success(CONFIRMED);
  else toast.error(problem);
};

/** Completes a sign-in at the identity provider, and goes on to the page that the person was about to open. */
export const finishSingleSignOn = async (): Promise<void> => {
  if (new URLSearchParams(location.search).get("sso") === "confirm") return confirm();
  const code = takeCode();
  const page = pageAfterLogin(location.href);
  // Who is refused and signs in otherwise still gets there.
  history.replaceState(null, "", page === undefined ? "/" : `/?next=${encodeURIComponent(page)}`);
  if (code === undefined) return readToken() ? undefined : refuse(EXPIRED);
  try {
    const { token } = await call(signInWithSso, { body: { code } });
    keepToken(token);
    if (page !== undefined) history.replaceState(null, "", page);
  } catch (error) {
    refuse(wordsOf(error));
  }
};
