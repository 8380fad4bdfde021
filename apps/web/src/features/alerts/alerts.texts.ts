import { triggerMessages } from "@mcc/contract/alerts/triggers.messages.ts";
import { recordTexts } from "../../platform/records/record.texts.ts";

/** ALERT-025: one sentence for both lists. */
export const FETCH_FAILED = "There has been an error while retrieving data. Try again later";

/** What the screens of alerts say, to the letter where a requirement has it (ALERT-001 to ALERT-025). */
export const alertTexts = {
  section: "Company",
  title: "Alerts",
  searched: "Site, order, user or content",
  configure: "Configure Rules",
  empty: "Alerts appear here when orders match an alert rule.",
  whose: "Whose alerts",
  own: "Your alerts",
  everyone: "Everyone's",
  more: (count: number): string => (count === 1 ? "1 more alert" : `${count} more alerts`),
  /** Says which, for those who do not see the row. */
  moreOf: (count: number, order: string): string =>
    `${count === 1 ? "1 more alert" : `${count} more alerts`} of order ${order}`,
  unlisted: (count: number): string => `and ${count} more`,
  alertsOf: (count: number): string => `${count} alerts`,
  unread: "Unread",
  markAll: "Mark all as read",
  allMarked: "Alerts marked as read",
  markFailed: "There has been an error while marking the alerts as read. Try again later",
} as const;

/** What the screens of alert rules say. */
export const triggerTexts = {
  ...recordTexts("rule"),
  title: "Configure Rules",
  noun: "Alert Rules",
  searched: "Rule, frequency, username or site",
  empty: "Users get alert rules with the sites that they can see.",
  updated: triggerMessages.updated,
  updateFailed: "There has been an error while updating the Rule. Try again later",
  allUpdated: triggerMessages.allUpdated,
  allUpdateFailed: "There has been an error while updating the Rules. Try again later",
  disableAll: "Disable all filtered alerts",
  enableAll: "Enable all filtered alerts",
  deleted: triggerMessages.deleted,
  deleteQuestion: (rule: string, username: string, site: string) =>
    `Do you want to delete the rule ${rule} of ${username} for ${site}? Alerts that it has created stay.`,
  enabled: "Enabled",
  user: "User",
  site: "Site",
  rule: "Rule",
  ruleHints: {
    CREATION: "An order is placed.",
    WEEKDAY: "An order is placed on one of the chosen weekdays.",
    COUNT: "The number of orders reaches a value.",
  },
  frequency: "Frequency",
  frequencyHints: {
    INSTANTLY: "An alert for each order, at once.",
    DAILY: "One alert for each day, in UTC.",
    WEEKLY: "One alert for each week, Monday to Sunday, in UTC.",
  },
  countHints: {
    INSTANTLY: "An alert for every so many orders.",
    DAILY: "Counts the orders of each day, in UTC.",
    WEEKLY: "Counts the orders of each week, Monday to Sunday, in UTC.",
  },
} as const;
