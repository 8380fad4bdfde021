import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { expect, test } from "vitest";
import { changesOf, ReminderForm, settingsOf, valuesOf } from "./reminder-form.schema.ts";
import { settingsText } from "./reminders.texts.ts";

const settings: ReminderSettings = {
  first_reminder_hours: 8,
  reminder_interval_hours: 4,
  reminder_max: 3,
  escalation_hours: 24,
  escalation_role: 5,
  working_days: [1, 2, 3, 4, 5],
  working_from: "08:00",
  working_until: "17:00",
  time_zone: "America/New_York",
  decide_without_sign_in: false,
  after_change: "keep",
  changeable_fields: [],
  changeable_checkout: [],
};

test("the settings are put into sentences", () => {
  expect(settingsText(settings, "Directors")).toBe(
    "First reminder after 8 working hours, then every 4 working hours, 3 at most. Escalated to Directors after 24 working hours. Work is Monday to Friday, 08:00 to 17:00, America/New York.",
  );
  const few = { ...settings, first_reminder_hours: 1, reminder_max: 1, escalation_hours: null };
  expect(settingsText({ ...few, working_days: [1, 3] }, undefined)).toBe(
    "First reminder after 1 working hour, and no other. Never escalated. Work is Monday and Wednesday, 08:00 to 17:00, America/New York.",
  );
  expect(settingsText({ ...settings, reminder_max: 0, escalation_role: null }, undefined)).toContain(
    "No reminders. Escalated to company admins after 24 working hours.",
  );
});

test("the form says what is wrong with its fields, and sends only what was changed", () => {
  const values = valuesOf(settings);
  expect(settingsOf(values)).toEqual(settings);
  expect(ReminderForm.safeParse(values).success).toBe(true);
  const changed = { ...values, escalation_hours: "", escalation_role: null, working_days: ["7", "1"] };
  expect(changesOf(settings, changed)).toEqual({
    escalation_hours: null,
    escalation_role: null,
    working_days: [1, 7],
  });
  const wrong = {
    ...values,
    first_reminder_hours: "",
    reminder_max: "60",
    working_days: [],
    working_until: "08:00",
    time_zone: null,
  };
  const issues = ReminderForm.safeParse(wrong).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(issues).toEqual([
    ["first_reminder_hours", "Enter whole hours, from 1 to 1000."],
    ["reminder_max", "Enter a whole number, from 0 to 50."],
    ["working_days", "Choose at least one working day."],
    ["time_zone", "This is not a time zone, such as America/Chicago."],
    ["working_until", "The working day must end after it starts."],
  ]);
});
