import { loginAsSite } from "@mcc/contract/sites/login-as.api.ts";
import { call } from "../../platform/api/call.ts";
import { openTab, sameWindow } from "../../platform/page/open-tab.ts";
import { failureToast } from "../../platform/records/action.ts";
import { readToken } from "../../platform/session/token.ts";
import { getGlobals, setGlobals } from "../../platform/state/globals.ts";

export const loginAsTexts = {
  label: "Login to Ecommerce As",
  failed: "There has been an error trying to login to ecommerce. Please try again",
} as const;

const UNDER_WAY = "login-as";
/** The end of the token identifies the session: what another session has opened does not count. */
const thisSession = (): string => readToken()?.slice(-12) ?? "";

/** Whether this tab has opened the storefront in this session, and keeps doing so until the user signs out. */
const isUnderWay = (): boolean => sessionStorage.getItem(UNDER_WAY) === thisSession();

/**
 * Opens the storefront as the shop user of a site: in a new tab, or in the same window where a login-as is under way or
 * where the browser blocks the tab.
 */
export const loginAs = async (id: number): Promise<void> => {
  if (getGlobals().spinner) return;
  const tab = isUnderWay() ? sameWindow : (openTab() ?? sameWindow);
  setGlobals({ spinner: true }); // one site at a time: a second click would open another tab
  try {
    const { auth_redirect_url } = await call(loginAsSite, { params: { id } });
    tab.show(auth_redirect_url);
    sessionStorage.setItem(UNDER_WAY, thisSession());
  } catch (error) {
    tab.close();
    failureToast(loginAsTexts.failed, error);
  } finally {
    setGlobals({ spinner: false });
  }
};
