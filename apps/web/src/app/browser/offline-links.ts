/** Links that load a document; those with `download` save a file. */
const FOLLOWED = "a[href]:not([download])";

/**
 * Ignores links that load a document while there is no connection: the browser would show its error page, in this tab or
 * in a new one. A plain click on a link of the router loads none, nor do links within the page. The screen says that the
 * user is offline.
 */
export const ignoreLinksWhileOffline = (): void => {
  const ignore = (event: MouseEvent) => {
    if (navigator.onLine || event.button > 1) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(FOLLOWED);
    const thisPage = `${location.href.split("#")[0]}#`;
    if (link?.protocol.startsWith("http") && !link.href.startsWith(thisPage)) event.preventDefault();
  };
  document.addEventListener("click", ignore);
  document.addEventListener("auxclick", ignore);
};
