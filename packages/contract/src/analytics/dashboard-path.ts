/** Where the pages of our own dashboards are; the token of one is behind a # in its address. */
export const DASHBOARD_PATH = "/dashboards/";
