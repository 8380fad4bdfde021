import { triggerProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import { NewTrigger, type Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { z } from "zod";

/** The form values of a rule. Fields have the names of the API, so that its errors appear on them. */
export type TriggerValues = {
  readonly user: string | null;
  readonly site: string | null;
  readonly rule: Trigger["rule"] | null;
  readonly frequency: Trigger["frequency"] | null;
  /** As typed by the user. */
  readonly value: string;
  readonly range_value: readonly string[];
};

export const newTrigger: TriggerValues = {
  user: null,
  site: null,
  rule: null,
  frequency: "INSTANTLY",
  value: "",
  range_value: [],
};

export const valuesOf = ({ user, site, rule, frequency, value, range_value }: Trigger): TriggerValues => ({
  user: String(user.id),
  site: String(site.id),
  rule,
  frequency,
  value: value === null ? "" : String(value),
  range_value: range_value.map(String),
});

const WHOLE = /^\d{1,9}$/;
const idOf = (chosen: string | null) => (chosen === null ? undefined : Number(chosen));

/** What can be changed of a rule; only what belongs to its kind. */
export const settingsOf = ({ rule, frequency, value, range_value }: TriggerValues) => ({
  frequency: frequency as Trigger["frequency"],
  value: rule === "COUNT" ? (WHOLE.test(value) ? Number(value) : Number.NaN) : null,
  range_value: rule === "WEEKDAY" ? range_value.map(Number) : [],
});

/** Without a user it is for the signed-in one. */
export const creationOf = (values: TriggerValues) => ({
  ...settingsOf(values),
  user: idOf(values.user),
  site: idOf(values.site) as number,
  rule: values.rule as Trigger["rule"],
});

export const TriggerForm = z.custom<TriggerValues>().superRefine((values, context) => {
  const created = creationOf(values);
  const found = (NewTrigger.safeParse(created).error?.issues ?? []).map(
    ({ path, message }) => [String(path[0]), message] as const,
  );
  // The schema looks at these only when every single field is valid.
  const together = values.rule ? triggerProblems(created) : [];
  const messages = new Map([...together.map(({ field, message }) => [field, message] as const), ...found]);
  for (const [field, message] of messages) context.addIssue({ code: "custom", path: [field], message });
});
