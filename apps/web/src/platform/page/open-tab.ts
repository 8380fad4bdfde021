/** Where an address is shown once it is known. */
export interface Tab {
  show(address: string): void;
  close(): void;
}

const webAddress = (address: string): URL => {
  const url = new URL(address, location.href);
  if (!["https:", "http:"].includes(url.protocol)) throw new Error(`No address of a page: ${address}`);
  return url;
};

/**
 * Opens a tab during the click, to be navigated once its address is loaded: opened later, it would be blocked as a pop-up.
 * Its opener is removed by hand, because `noopener` returns no handle to navigate with. Nothing where it was blocked
 * all the same.
 */
export const openTab = (): Tab | undefined => {
  const tab = window.open("about:blank", "_blank");
  if (!tab) return undefined;
  tab.opener = null;
  return {
    show: (address) => tab.location.replace(webAddress(address)),
    close: () => tab.close(),
  };
};

/** The window of the page itself. */
export const sameWindow: Tab = {
  show: (address) => location.assign(webAddress(address)),
  close: () => {},
};
