/** By which the window of the identity provider tells the pages that wait for it what came of it. */
const CHANNEL = "mcc-sso-confirmation";
/** When a page of this browser last asked. */
const ASKED = "sso-confirmation-asked";
/** As long as somebody may take to sign in at the provider. */
const ASKED_MS = 15 * 60_000;
const WINDOW = "popup,width=560,height=720";

/** Empty once it is confirmed; else why not, in words. */
type SsoOutcome = { readonly problem?: string };

/** Every page of this browser that waits goes on: they have one session. Returns what stops the waiting. */
export const waitForProvider = (told: (outcome: SsoOutcome) => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SsoOutcome>) => told(data);
  return () => channel.close();
};

export const tellWaiting = (outcome: SsoOutcome): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
};

export const noteAsked = (): void => localStorage.setItem(ASKED, String(Date.now()));

/** Whether a page has asked, once: an address that somebody else sent confirms nothing. */
export const takeAsked = (): boolean => {
  const at = Number(localStorage.getItem(ASKED));
  localStorage.removeItem(ASKED);
  return Date.now() - at < ASKED_MS;
};

/**
 * Opens the identity provider in a window of its own, so that the page keeps what was not saved. False: the browser has
 * opened none. Whether it is closed later cannot be seen: a page of another site is out of reach.
 */
export const openProvider = (url: string): boolean => {
  noteAsked();
  return window.open(url, CHANNEL, WINDOW) !== null;
};
