import { z } from "zod";
import { WEEKDAYS } from "../kit/calendar.ts";
import { bodyId } from "../kit/id.ts";
import { triggerMessages as says } from "./triggers.messages.ts";
import { MOST_ORDERS, TRIGGER_FREQUENCIES, TRIGGER_RULES, triggerProblems } from "./triggers.rules.ts";

const Rule = z.enum(TRIGGER_RULES, { error: says.ruleRequired });
const Frequency = z.enum(TRIGGER_FREQUENCIES, { error: says.frequencyRequired });

/** A trigger, which screens call an alert rule: it belongs to one user and one site. */
export const Trigger = z.object({
  id: z.number(),
  rule: Rule,
  frequency: Frequency,
  /** The number of orders of a COUNT rule. */
  value: z.number().nullable(),
  /** The weekdays of a WEEKDAY rule, 1 Monday to 7 Sunday. */
  range_value: z.array(z.number()),
  user: z.object({ id: z.number(), username: z.string() }),
  site: z.object({ id: z.number(), name: z.string() }),
  enabled: z.boolean(),
});
export type Trigger = z.output<typeof Trigger>;

const WRONG_WEEKDAY = `Weekdays are numbers from 1 (Monday) to ${WEEKDAYS.length} (Sunday).`;
const Weekday = z
  .number({ error: WRONG_WEEKDAY })
  .int(WRONG_WEEKDAY)
  .min(1, WRONG_WEEKDAY)
  .max(WEEKDAYS.length, WRONG_WEEKDAY);
export const Enabled = z.boolean({ error: "This must be true or false." });

const WRONG_COUNT = says.countRequired(MOST_ORDERS);

/** The fields of triggers and alert rules. */
export const triggerSettings = {
  rule: Rule,
  frequency: Frequency,
  value: z
    .number({ error: WRONG_COUNT })
    .int(WRONG_COUNT)
    .min(1, WRONG_COUNT)
    .max(MOST_ORDERS, WRONG_COUNT)
    .describe("The number of orders of a COUNT rule")
    .nullable(),
  range_value: z
    .array(Weekday, { error: WRONG_WEEKDAY })
    .max(100, WRONG_WEEKDAY)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b))
    .describe("The weekdays of a WEEKDAY rule, 1 Monday to 7 Sunday"),
};
/** What can be changed of a trigger. */
const { rule: _rule, ...changeable } = triggerSettings;
const settings = { ...changeable, enabled: Enabled };

export const NewTrigger = z
  .object({
    ...settings,
    user: bodyId().describe("Whom it notifies: company admins may name anybody of the company").optional(),
    site: bodyId(says.siteRequired),
    rule: Rule,
    value: settings.value.default(null),
    range_value: settings.range_value.default([]),
    enabled: Enabled.default(true),
  })
  .superRefine((trigger, context) => {
    for (const { field, message } of triggerProblems(trigger))
      context.addIssue({ code: "custom", path: [field], message });
  });
export type NewTrigger = z.output<typeof NewTrigger>;

export const TriggerChanges = z
  .object({ ...settings, id: z.unknown().describe("Not read: the path says which") })
  .partial();
export type TriggerChanges = Omit<z.output<typeof TriggerChanges>, "id">;

/** Whether the filtered triggers are to be enabled or disabled. */
export const TriggerSwitch = z.object({ enableFilters: Enabled });
