import {
  endsAfterStart,
  ReminderSettings,
  type ReminderSettingsChanges,
  settingsMessages as says,
} from "@mcc/contract/notices/reminder-settings.schema.ts";
import { z } from "zod";

/** The form values of the settings. Fields have the names of the API, so that its errors appear on them. */
export type ReminderValues = {
  /** As typed by the user; an empty field for escalation means never. */
  readonly first_reminder_hours: string;
  readonly reminder_interval_hours: string;
  readonly reminder_max: string;
  readonly escalation_hours: string;
  readonly escalation_role: string | null;
  readonly working_days: string[];
  readonly working_from: string;
  readonly working_until: string;
  readonly time_zone: string | null;
  readonly decide_without_sign_in: boolean;
} & Pick<ReminderSettings, "after_change" | "changeable_fields" | "changeable_checkout">;

export const valuesOf = (settings: ReminderSettings): ReminderValues => ({
  ...settings,
  first_reminder_hours: String(settings.first_reminder_hours),
  reminder_interval_hours: String(settings.reminder_interval_hours),
  reminder_max: String(settings.reminder_max),
  escalation_hours: String(settings.escalation_hours ?? ""),
  escalation_role: settings.escalation_role === null ? null : String(settings.escalation_role),
  working_days: settings.working_days.map(String),
});

const numberOf = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN);

/** As the API takes them; a number that is none is NaN. */
export const settingsOf = (values: ReminderValues): ReminderSettings => ({
  ...values,
  first_reminder_hours: numberOf(values.first_reminder_hours),
  reminder_interval_hours: numberOf(values.reminder_interval_hours),
  reminder_max: numberOf(values.reminder_max),
  escalation_hours: values.escalation_hours === "" ? null : numberOf(values.escalation_hours),
  escalation_role: values.escalation_role === null ? null : Number(values.escalation_role),
  working_days: values.working_days.map(Number).sort(),
  time_zone: values.time_zone ?? "",
});

/** Only what the user changed: others may have changed the rest meanwhile. */
export const changesOf = (before: ReminderSettings, values: ReminderValues): ReminderSettingsChanges => {
  const given = Object.entries(settingsOf(values)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof ReminderSettings]),
  );
  return Object.fromEntries(given);
};

export const ReminderForm = z.custom<ReminderValues>().superRefine((values, context) => {
  const { error } = ReminderSettings.safeParse(settingsOf(values));
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: "custom", path: path.slice(0, 1), message });
  }
  if (!endsAfterStart(values)) {
    context.addIssue({ code: "custom", path: ["working_until"], message: says.endsBeforeStart });
  }
});
