import { REPORT_LIMITS } from "@mcc/contract/reports/reports.schema.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import { recordTexts } from "../../records/record.texts.ts";

/** What a report is about, by the list it is of. */
export const LIST_NAMES: Readonly<Record<ListWithViews, string>> = {
  orders: "Orders",
  pending: "Pending Approvals",
  documents: "Documents",
  sites: "Sites",
  users: "Users",
  alerts: "Alerts",
  triggers: "Alert Rules",
  nodes: "Hierarchy",
  audit: "Audit",
};

export const reportTexts = {
  ...recordTexts("report"),
  title: "Send me this",
  start: "Start Sending",
  started: "The report is set up. It is listed under Reports.",
  startFailed: "There has been an error setting up the report",
  follows: (view: string): string =>
    `The report follows the view “${view}”: when the view is changed, so is the report.`,
  keeps: "The report keeps the columns, order and filters that you see now.",
  view: "View",
  ownView: "Its own columns, order and filters",
  keepsOwn: "The report stays as it is when views are changed.",
  followsIt: "When this view is changed, so is the report.",
  name: "Name",
  every: "How often",
  kinds: { day: "Every day", workday: "Every working day", week: "Every week", month: "Every month" },
  weekday: "On",
  day: "Day of the month",
  lastDay: "Last day",
  at: "At",
  words: "The schedule in words",
  next: (moment: string): string => `Next: ${moment}`,
  format: "File",
  formats: { xlsx: "Spreadsheet (.xlsx)", csv: "CSV" },
  attach: "Attach the file to the e-mail",
  attachHint: `Up to ${REPORT_LIMITS.attached} MB; otherwise the e-mail has a link to it.`,
  linkOnly: "The e-mail has a link to the file. Your company does not allow attached files.",
  readers: "Who gets it",
  self: "Me",
  colleagues: "Colleagues",
  colleaguesHint: "They get an invitation first. Each gets what they may see.",
  left: (names: string): string => `Do not want it: ${names}. Choose them again to invite them again.`,
  colleaguesPlaceholder: "Name or username",
  colleaguesFailed: "There has been an error fetching your colleagues",
  preview: "The e-mail, as it would be now",
  subject: "Subject",
  previewFailed: "The preview could not be loaded.",
  noPreview: "The preview appears when every field is valid.",
  yours: "See your reports",
} as const;
