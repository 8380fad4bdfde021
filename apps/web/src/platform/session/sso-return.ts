import { pageAfterLogin } from "@mcc/contract/sign-in/next-page.ts";
import { signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { call } from "../api/call.ts";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";
import { toast } from "../page/toast.ts";
import { refuseSignIn } from "./session.ts";
import { SSO_CONFIRMATION } from "./sso-confirmation.ts";
import { keepToken, readToken } from "./token.ts";

const EXPIRED = "This sign-in has expired. Please sign in again.";
const COOKIE = /(?:^|; )((?:__Secure-)?mcc-sso-code)=([^;]+)/;

/** The code of the provider's answer, which is read once. */
const takeCode = (): string | undefined => {
  const [, name, code] = COOKIE.exec(document.cookie) ?? [];
  if (!name) return undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
  document.cookie = `${name}=; path=/; max-age=0${name.startsWith("__Secure-") ? "; secure" : ""}`;
  return code;
};

const refuse = (words: string): void => {
  refuseSignIn(words);
  if (readToken()) toast.error(words);
};

/** Hands the code of a confirmation to the page that has asked for it, in another window of the browser. */
const handOver = (): void => {
  const code = takeCode();
  const channel = new BroadcastChannel(SSO_CONFIRMATION);
  channel.postMessage(code ?? "");
  channel.close();
  history.replaceState(null, "", "/");
  window.close();
};

/** Completes a sign-in at the identity provider, and goes on to the page that the person was about to open. */
export const finishSingleSignOn = async (): Promise<void> => {
  if (new URLSearchParams(location.search).get("sso") === "confirm") return handOver();
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
    refuse(error instanceof CallError ? error.detail : GENERIC_FAILURE);
  }
};
