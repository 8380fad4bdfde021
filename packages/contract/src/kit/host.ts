const PAGE = "manager.";
const API = "manager-api.";

/** The address of the API for a page: its own `/api`, or the `manager-api.` host of a `manager.` host. */
export const apiBaseOf = (page: { protocol: string; host: string }): string =>
  isPageHost(page.host) ? `${page.protocol}//${apiHostOf(page.host)}` : "/api";

export const isPageHost = (host: string): boolean => host.startsWith(PAGE);

/** The API host for a page's host. */
export const apiHostOf = (pageHost: string): string => API + pageHost.slice(PAGE.length);

export const isApiHost = (host: string | undefined): boolean => host?.toLowerCase().startsWith(API) === true;

/** The only page origin that may call an API host from the browser. */
export const pageHostOf = (apiHost: string): string => PAGE + apiHost.slice(API.length).toLowerCase();
