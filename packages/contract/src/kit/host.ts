const PAGE = "manager.";
const API = "manager-api.";

/** Where the page finds the API: its own `/api`, or the `manager-api.` twin of a `manager.` host. */
export const apiBaseOf = (page: { protocol: string; host: string }): string =>
  isPageHost(page.host) ? `${page.protocol}//${apiHostOf(page.host)}` : "/api";

export const isPageHost = (host: string): boolean => host.startsWith(PAGE);

/** The twin that answers the calls of a page's host. */
export const apiHostOf = (pageHost: string): string => API + pageHost.slice(PAGE.length);

export const isApiHost = (host: string | undefined): boolean => host?.toLowerCase().startsWith(API) === true;

/** The one page origin that may call an API host from the browser. */
export const pageHostOf = (apiHost: string): string => PAGE + apiHost.slice(API.length).toLowerCase();
