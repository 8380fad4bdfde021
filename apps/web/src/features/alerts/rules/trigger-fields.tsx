import { Select, TextInput } from "@mantine/core";
import { hasNumber, TRIGGER_FREQUENCIES } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { triggerTexts as texts } from "../alerts.texts.ts";
import type { TriggerValues } from "./trigger-form.schema.ts";
import { ValueField } from "./value-field.tsx";

interface FieldProps {
  readonly form: AppForm<TriggerValues>;
  readonly trigger: Trigger;
}

/** What can be changed of the rule of one user and one site: its number or weekdays, and how often it notifies. */
export const TriggerFields = ({ form, trigger }: FieldProps) => {
  const { frequency } = form.values;
  const { rule, user, site } = trigger;
  const hints = hasNumber(rule) ? texts.countHints : texts.frequencyHints;
  return (
    <>
      <TextInput label={texts.user} value={user.username} disabled />
      <TextInput label={texts.site} value={site.name} disabled />
      <TextInput label={texts.rule} value={rule} disabled description={texts.ruleHints[rule]} />
      <ValueField form={form} />
      <Select
        label={texts.frequency}
        required
        allowDeselect={false}
        data={TRIGGER_FREQUENCIES}
        description={hints[frequency]}
        {...form.field("frequency")}
      />
    </>
  );
};
