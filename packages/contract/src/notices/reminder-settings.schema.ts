import { z } from "zod";
import { bodyId } from "../kit/id.ts";
import { requiredText, text } from "../kit/text.ts";
import {
  AFTER_CHANGE,
  CHANGEABLE_FIELDS,
  changeMessages,
  MOST_CHECKOUT_FIELDS,
} from "../orders/order-changes.schema.ts";

export const settingsMessages = {
  noWorkingDay: "Choose at least one working day.",
  notADay: "Working days are numbers from 1, Monday, to 7, Sunday.",
  notATime: "Enter a time as HH:MM, such as 08:00.",
  endsBeforeStart: "The working day must end after it starts.",
  notAZone: "This is not a time zone, such as America/Chicago.",
  hours: "Enter whole hours, from 1 to 1000.",
  reminders: "Enter a whole number, from 0 to 50.",
  yesOrNo: "This must be true or false.",
  afterChange: "This must be keep or again.",
  changeableFields: "This must be a list of po_number and afe_number.",
  fieldName: "The name of a field can't be empty.",
  fieldNames: "This must be a list of names of checkout fields.",
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
  after_change: z
    .enum(AFTER_CHANGE, { error: says.afterChange })
    .describe("Whether approvals given before an approver changes an order are kept, or asked for again"),
  changeable_fields: z
    .array(z.enum(CHANGEABLE_FIELDS, { error: says.changeableFields }), { error: says.changeableFields })
    .max(CHANGEABLE_FIELDS.length, says.changeableFields)
    .transform((fields) => CHANGEABLE_FIELDS.filter((field) => fields.includes(field)))
    .describe("Which of PO and AFE approvers may change"),
  changeable_checkout: z
    .array(requiredText(says.fieldName).trim(), { error: says.fieldNames })
    .max(MOST_CHECKOUT_FIELDS, changeMessages.tooManyFields)
    .transform((names) => [...new Set(names)])
    .describe("The labels of the checkout fields that approvers may change"),
};

/** When approvers are reminded, when steps are escalated, when the company works, and what approvers may change. */
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
