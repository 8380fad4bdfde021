const KEY = "am-token";
const OWN = "am-own-token";

export const readToken = (): string | null => localStorage.getItem(KEY);
export const keepToken = (token: string): void => localStorage.setItem(KEY, token);
export const dropToken = (): void => {
  localStorage.removeItem(KEY);
  localStorage.removeItem(OWN);
};

/** Whether the token is one of support access, with which a platform admin sees a company. */
export const isSupportToken = (): boolean => localStorage.getItem(OWN) !== null;

/** Keeps the token of support access, and the platform admin's own one for later. */
export const keepSupportToken = (token: string): void => {
  localStorage.setItem(OWN, readToken() ?? "");
  keepToken(token);
};

/** Returns from support access to the platform admin's own token; false where there is none. */
export const restoreOwnToken = (): boolean => {
  const own = localStorage.getItem(OWN);
  if (own === null) return false;
  localStorage.removeItem(OWN);
  keepToken(own);
  return true;
};

/** Calls back when another tab signs in (with its token) or out (with null). */
export const watchToken = (changed: (token: string | null) => void): void =>
  addEventListener("storage", ({ key }) => {
    // Clearing the storage sends an event without a key.
    if (key === KEY || key === null) changed(readToken());
  });
