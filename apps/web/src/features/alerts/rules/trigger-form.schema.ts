import { hasNumber, hasWeekdays, triggerProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import { type Trigger, TriggerChanges } from "@mcc/contract/alerts/triggers.schema.ts";
import { z } from "zod";

/** The form values of the rule of one site. Fields have the names of the API, so that its errors appear on them. */
export type TriggerValues = {
  readonly rule: Trigger["rule"];
  readonly frequency: Trigger["frequency"];
  /** As typed by the user. */
  readonly value: string;
  readonly range_value: readonly string[];
};

export const valuesOf = ({ rule, frequency, value, range_value }: Trigger): TriggerValues => ({
  rule,
  frequency,
  value: value === null ? "" : String(value),
  range_value: range_value.map(String),
});

const WHOLE = /^\d{1,9}$/;

/** What of a rule can be changed at one site; only what belongs to its kind. */
export const settingsOf = ({ rule, frequency, value, range_value }: TriggerValues) => ({
  frequency,
  value: hasNumber(rule) ? (WHOLE.test(value) ? Number(value) : Number.NaN) : null,
  range_value: hasWeekdays(rule) ? range_value.map(Number) : [],
});

export const TriggerForm = z.custom<TriggerValues>().superRefine((values, context) => {
  const settings = settingsOf(values);
  const issues = TriggerChanges.safeParse(settings).error?.issues ?? [];
  const messages = new Map([
    ...triggerProblems({ rule: values.rule, ...settings }).map(
      ({ field, message }) => [field, message] as const,
    ),
    ...issues.map(({ path, message }) => [String(path[0]), message] as const),
  ]);
  for (const [field, message] of messages) context.addIssue({ code: "custom", path: [field], message });
});
