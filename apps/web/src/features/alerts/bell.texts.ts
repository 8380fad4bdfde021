import { badgeCount } from "../../platform/page/format.ts";

/** What the bell and its panel say. */
export const bellTexts = {
  title: "Alerts",
  /** With the number as it is shown: who speaks to the computer says what they see. */
  bell: (unread: number): string => (unread === 0 ? "Alerts" : `Alerts, ${badgeCount(unread)} unread`),
  loading: "Loading …",
  empty: "You have no alerts yet.",
  all: "See all alerts",
} as const;
