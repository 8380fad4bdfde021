/** Links that a click follows in this window, within the portal or to another website. */
const FOLLOWED = "a[href]:not([target=_blank],[download])";

/**
 * Ignores links that load a document while there is no connection: the browser would show its error page. Links of the
 * router load none, nor do those within the page. The screen says that the user is offline.
 */
export const ignoreLinksWhileOffline = (): void =>
  document.addEventListener("click", (event) => {
    if (navigator.onLine || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(FOLLOWED);
    const thisPage = `${location.href.split("#")[0]}#`;
    if (link?.protocol.startsWith("http") && !link.href.startsWith(thisPage)) event.preventDefault();
  });
