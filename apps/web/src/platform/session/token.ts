const KEY = "am-token";

export const readToken = (): string | null => localStorage.getItem(KEY);
export const keepToken = (token: string): void => localStorage.setItem(KEY, token);
export const dropToken = (): void => localStorage.removeItem(KEY);

/** Tells when another tab signed in (its token) or out (none). */
export const watchToken = (changed: (token: string | null) => void): void =>
  addEventListener("storage", ({ key }) => {
    // A cleared storage has no key at all.
    if (key === KEY || key === null) changed(readToken());
  });
