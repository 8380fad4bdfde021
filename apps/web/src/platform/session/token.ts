const KEY = "am-token";

export const readToken = (): string | null => localStorage.getItem(KEY);
export const keepToken = (token: string): void => localStorage.setItem(KEY, token);
export const dropToken = (): void => localStorage.removeItem(KEY);

/** Calls back when another tab signs in (with its token) or out (with null). */
export const watchToken = (changed: (token: string | null) => void): void =>
  addEventListener("storage", ({ key }) => {
    // Clearing the storage sends an event without a key.
    if (key === KEY || key === null) changed(readToken());
  });
