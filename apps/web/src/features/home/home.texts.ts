/** Texts of the home page. HOME-001 and HOME-004 fix the names of the tiles and the titles of the tables. */
export const homeTexts = {
  section: "Company",
  home: "Home",
  sites: "Company Sites",
  pending: "Pending Approvals",
  orders: "In Company Orders",
  alerts: "Sent Alerts",
  needYou: "Some orders need your approval",
  timeRange: "Time range",
  lastFive: "Last 5",
  ofOrders: "Orders",
  ofAlerts: "Alerts",
  newestOrders: "Newest orders",
  newestAlerts: "Newest alerts",
  allOrders: "All orders",
  allAlerts: "All alerts",
  content: "Content",
  created: "Created",
  noData: "No data",
  tryAgain: "Try again",
  showAllTime: "Show all time",
  noSites:
    "You have no sites yet, so there are no orders to show. Ask a company admin to assign sites to you.",
  noSitesAtAll: "Your company has no sites yet. Orders and alerts belong to a site, so create one first.",
  createSite: "Create a site",
  spend: "Spend",
  spendHint: "Approved orders, without canceled and rejected ones",
  spendTable: "Spend by period",
  asChart: "Chart",
  asTable: "Table",
  period: "Period",
  total: "Total",
} as const;

export const ordersText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "order" : "orders"}`;
