/** Texts of the page of dashboards. ANA-001 and ANA-008 fix the titles and the button. */
export const analyticsTexts = {
  section: "Company",
  title: "Analytics",
  export: "Export Data",
  approvalTimes: "Approval Times",
  exportHint: "Export To Excel",
  empty: "There are no dashboards to show.",
  looker: "Dashboard",
  offline: "You're offline. The dashboard appears when you're connected again.",
  dashboards: "Dashboards",
  failed: "The dashboard does not load. The server behind it may be down, or may not allow it here.",
  tryAgain: "Try again",
  newTab: "Open in a new tab",
} as const;
