import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { text } from "../kit/text.ts";

export const settingsMessages = {
  noWorkingDay: "Choose at least one working day.",
  notADay: "Working days are numbers from 1, Monday, to 7, Sunday.",
  notATime: "Enter a time as HH:MM, such as 08:00.",
  endsBeforeStart: "The working day must end after it starts.",
  notAZone: "This is not a time zone, such as America/Chicago.",
  hours: "Enter whole hours, from 1 to 1000.",
  reminders: "Enter a whole number, from 0 to 50.",
  yesOrNo: "This must be true or false.",
} as const;
const says = settingsMessages;

const whole = (least: number, most: number, message: string) =>
  z.number({ error: message }).int(message).min(least, message).max(most, message);
const hours = whole(1, 1_000, says.hours);

/** 1 is Monday, 7 is Sunday; sorted, each day once. */
const WorkingDays = z
  .array(whole(1, 7, says.notADay), { error: says.notADay })
  .min(1, says.noWorkingDay)
  .max(7, says.notADay)
  .transform((days) => [...new Set(days)].sort());

const FROM = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = (pattern: RegExp) => z.string({ error: says.notATime }).regex(pattern, says.notATime);

/** A name of the IANA database; offsets such as +02:00 know no daylight saving. */
const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

const fields = {
  first_reminder_hours: hours.describe("Working hours until the first reminder"),
  reminder_interval_hours: hours.describe("Working hours between reminders"),
  reminder_max: whole(0, 50, says.reminders).describe("How many reminders of one step are sent; 0: none"),
  escalation_hours: hours.nullable().describe("Working hours until a step is escalated; null: never"),
  escalation_role: bodyId().nullable().describe("The role that may then decide too; null: company admins"),
  working_days: WorkingDays.describe("1 is Monday, 7 is Sunday"),
  working_from: time(FROM).describe("HH:MM"),
  working_until: time(new RegExp(`${FROM.source}|^24:00$`)).describe(
    "HH:MM, or 24:00 for the end of the day",
  ),
  time_zone: text(64).refine(isTimeZone, says.notAZone).describe("A name of the IANA time zone database"),
  decide_without_sign_in: z
    .boolean({ error: says.yesOrNo })
    .describe("Whether the links in e-mails decide without signing in"),
};

/** When approvers are reminded, when steps are escalated, and when the company works. */
export const ReminderSettings = z.object(fields);
export type ReminderSettings = z.output<typeof ReminderSettings>;

/** What is left out stays. */
export const ReminderSettingsChanges = ReminderSettings.partial();
export type ReminderSettingsChanges = z.output<typeof ReminderSettingsChanges>;

/** Times as HH:MM sort as text. */
export const endsAfterStart = ({
  working_from,
  working_until,
}: Pick<ReminderSettings, "working_from" | "working_until">): boolean => working_from < working_until;
