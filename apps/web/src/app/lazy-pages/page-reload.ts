import { loadMissingStylesheets } from "../browser/missing-stylesheets.ts";

/** How long the server may take to respond before it counts as not reachable. */
const PATIENCE_MS = 10_000;

const keyOf = (page: string): string => `reload:${page}`;

/** Whether a reload of the document would succeed. */
export const serverResponds = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  try {
    return (await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
};

/** Whether the document may be reloaded for this page. Once, until the page has loaded: a second time would not help. */
export const mayReload = (page: string): boolean => {
  if (sessionStorage.getItem(keyOf(page))) return false;
  sessionStorage.setItem(keyOf(page), "yes");
  return true;
};

export const forgetReload = (page: string): void => sessionStorage.removeItem(keyOf(page));

const RETRY_MS = 5_000;

const untilConnected = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, RETRY_MS);
  });

/** Loads what comes before the shell. Without a connection it waits for one; a file that is gone leads to a reload. */
export const loadScreen = async <T>(name: string, load: () => Promise<T>): Promise<T> => {
  try {
    await loadMissingStylesheets();
    const screen = await load();
    forgetReload(name);
    return screen;
  } catch (error) {
    if (await serverResponds()) {
      if (!mayReload(name)) throw error;
      location.reload();
      return new Promise(() => {}); // the splash stays until then
    }
    await untilConnected();
    return loadScreen(name, load);
  }
};
