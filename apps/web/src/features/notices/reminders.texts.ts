import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";

/** Texts of the settings of reminders and escalation. */
export const reminderTexts = {
  title: "Reminders and escalation",
  firstReminder: "First reminder after",
  interval: "Then every",
  most: "Reminders at most",
  mostHint: "For one approval. 0 sends none.",
  escalation: "Escalation after",
  escalationHint: "Leave it empty if approvals are never escalated.",
  escalationRole: "Escalated to",
  escalationRoleHint: "Users with this role can then decide too. Nothing is approved by itself.",
  companyAdmins: "Company admins",
  hours: "working hours",
  workingDays: "Working days",
  from: "Work starts at",
  until: "Work ends at",
  timeZone: "Time zone",
  switchToZone: (zone: string): string => `Use ${zone}`,
  withoutSignIn: "Decide from e-mails without signing in",
  withoutSignInHint:
    "Approvers can decide with the link in their e-mail alone. Anyone who can read the e-mail can do so.",
  change: "Change Reminders and Escalation",
  save: "Save",
  saved: "Approval settings updated correctly",
  saveFailed: "There has been an error updating the approval settings",
  fetchFailed: "There has been an error fetching the approval settings",
} as const;

/** Texts of what approvers may change about an order. */
export const changeSettingsTexts = {
  title: "Changes by approvers",
  change: "Change What Approvers Can Change",
  fields: "Fields that approvers can change",
  po: "PO",
  afe: "AFE",
  checkout: "Checkout fields that approvers can change",
  checkoutHint: "Enter each label as the shop shows it, such as Cost Center, and press Enter.",
  afterChange: "Approvals given before a change",
  keep: "Stay valid",
  again: "Are needed again",
} as const;

const FIELD_NAMES = { po_number: "PO", afe_number: "AFE" } as const;

/** What approvers may change, in sentences. */
export const changeSettingsText = ({
  after_change,
  changeable_fields,
  changeable_checkout,
}: Pick<ReminderSettings, "after_change" | "changeable_fields" | "changeable_checkout">): string => {
  const fields = [...changeable_fields.map((field) => FIELD_NAMES[field]), ...changeable_checkout];
  const list = new Intl.ListFormat("en-US", { type: "conjunction" }).format(fields);
  const what =
    fields.length === 0
      ? "Before they decide, approvers can reduce quantities, and change no fields."
      : `Before they decide, approvers can reduce quantities and change ${list}.`;
  const then = after_change === "keep" ? "stay valid" : "are needed again";
  return `${what} Approvals given before a change ${then}. The person who placed the order is notified.`;
};

const workingHours = (count: number): string =>
  `${count.toLocaleString("en-US")} working ${count === 1 ? "hour" : "hours"}`;

/** "Monday to Friday", or the days one by one. */
const daysText = (days: readonly number[]): string => {
  const names = days.map((day) => WEEKDAYS[day - 1] ?? "");
  const isRow = days.length > 2 && days.every((day, at) => at === 0 || day === (days[at - 1] ?? 0) + 1);
  if (isRow) return `${names[0]} to ${names.at(-1)}`;
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
};

const remindersText = ({
  first_reminder_hours: first,
  reminder_interval_hours: interval,
  reminder_max: most,
}: ReminderSettings): string => {
  if (most === 0) return "No reminders.";
  const start = `First reminder after ${workingHours(first)}`;
  return most === 1
    ? `${start}, and no other.`
    : `${start}, then every ${workingHours(interval)}, ${most.toLocaleString("en-US")} at most.`;
};

/** What the settings mean, in sentences; `role` is the name of the escalation role. */
export const settingsText = (settings: ReminderSettings, role: string | undefined): string => {
  const { escalation_hours: hours, working_days, working_from, working_until, time_zone } = settings;
  const escalation =
    hours === null
      ? "Never escalated."
      : `Escalated to ${role ?? "company admins"} after ${workingHours(hours)}.`;
  const work = `Work is ${daysText(working_days)}, ${working_from} to ${working_until}, ${time_zone.replaceAll("_", " ")}.`;
  return `${remindersText(settings)} ${escalation} ${work}`;
};
