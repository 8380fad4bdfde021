import type { ListWithViews } from "../views/saved-views.schema.ts";

/** Where the e-mails of reports lead. */
export const REPORTS_PAGE = "/reports";
/** The page of the reports, which downloads the file of one of them at once. */
export const reportFilePage = (id: number): string => `${REPORTS_PAGE}?file=${id}`;

/** The pages of the lists that have views. */
export const LIST_PAGES: Record<ListWithViews, string> = {
  orders: "/orders",
  pending: "/pending-approvals",
  documents: "/documents",
  sites: "/sites",
  users: "/users",
  alerts: "/alerts",
  triggers: "/alerts/configure",
  nodes: "/hierarchy",
  audit: "/configuration/audit",
};
