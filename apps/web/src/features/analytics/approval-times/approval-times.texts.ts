import type { ApprovalTimesBy, Timed } from "@mcc/contract/analytics/approval-times.schema.ts";
import { dayIn } from "@mcc/contract/kit/calendar.ts";

/** Texts of the page of approval times; the names of its numbers and charts come from the server. */
export const timesTexts = {
  section: "Company",
  title: "Approval Times",
  export: "Export",
  print: "Print",
  exportFailed: "The approval times could not be exported.",
  failed: "The approval times could not be loaded.",
  tryAgain: "Try again",
  timed: "What is timed",
  by: "Divide by",
  range: "Time range",
  nothing: "Nothing was decided in this time.",
  empty:
    "No order has been approved or rejected yet, and none is pending. As soon as orders need approval, this page shows where they are pending, for whom, and whether it gets faster.",
  rounded:
    "Times are rounded up: to a minute within an hour, to 5 minutes within 8 hours, to 15 within 40 hours, to whole hours within 200, and to 4 hours above. The time until a question is answered counts as well.",
} as const;

export const byTexts: Record<ApprovalTimesBy, string> = {
  month: "Month",
  approver: "Approver",
  role: "Role or person",
  site: "Site",
  node: "Node",
};

export const timedTexts: Record<Timed, string> = { step: "Steps", order: "Whole orders" };

/** Days back from today; without any, the last 12 months, as the server has them. */
export const RANGES = [
  { value: "30", label: "Last 30 days", days: 30 },
  { value: "90", label: "Last 90 days", days: 90 },
  { value: "", label: "Last 12 months", days: undefined },
  { value: "all", label: "All time", days: 36_500 },
] as const;

/** A span that begins earlier has all decisions. */
const FIRST_YEAR = "2000";

const hours = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const day = dayIn("UTC");

/** Says on paper, too, what the figures are about. */
export const spanText = (after: string, before: string): string =>
  after < FIRST_YEAR
    ? `Decisions up to ${day(before)} (UTC).`
    : `Decisions from ${day(after)} to ${day(before)} (UTC).`;

export const usualText = (usual: { readonly hours: number; readonly since: string }): string =>
  `Usual: nine of ten decisions since ${day(usual.since)} took ${hours.format(usual.hours)} working hours or less.`;

export const workingText = (words: string): string => `Working hours: ${words}.`;
