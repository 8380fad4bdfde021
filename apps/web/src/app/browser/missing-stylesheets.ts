/** Vite's loader requests each stylesheet once. One that failed stays missing when its part of the page is loaded again. */
const missing = new Set<HTMLLinkElement>();

/** The link of a stylesheet of our own build. */
const ownStylesheet = (target: EventTarget | null): HTMLLinkElement | undefined =>
  target instanceof HTMLLinkElement && target.rel === "stylesheet" && target.href.includes("/assets/")
    ? target
    : undefined;

/** Requests a stylesheet again in the place of the link that failed. */
const loadAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    missing.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = reject;
    link.replaceWith(again);
  });

/** Loads the stylesheets that failed before; rejects while one of them still fails. */
export const loadMissingStylesheets = async (): Promise<void> => {
  await Promise.all([...missing].map(loadAgain));
};

/** Remembers the stylesheets that fail, and loads them when there is a connection. */
export const watchStylesheets = (): void => {
  let waitMs = 2_000;
  const retry = () => void loadMissingStylesheets().catch(() => undefined); // it is then missing again
  addEventListener(
    "error",
    ({ target }) => {
      const link = ownStylesheet(target);
      if (!link) return;
      missing.add(link);
      setTimeout(retry, waitMs);
      waitMs *= 2;
    },
    true,
  );
  addEventListener("online", retry);
};
