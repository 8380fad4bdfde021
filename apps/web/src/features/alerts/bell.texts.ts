/** What the bell and its panel say. */
export const bellTexts = {
  title: "Alerts",
  bell: (unread: number, most: number): string => {
    if (unread === 0) return "Alerts";
    if (unread >= most) return `Alerts, ${most.toLocaleString("en-US")} or more unread`;
    return `Alerts, ${unread} unread`;
  },
  loading: "Loading …",
  empty: "You have no alerts yet.",
  all: "See all alerts",
} as const;
