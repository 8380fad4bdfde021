import { Checkbox, Group, Select, TextInput } from "@mantine/core";
import { TRIGGER_FREQUENCIES } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import { WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { triggerTexts as texts } from "../alerts.texts.ts";
import type { TriggerValues } from "./trigger-form.schema.ts";

interface FieldProps {
  readonly form: AppForm<TriggerValues>;
  readonly trigger: Trigger;
}

const ValueField = ({ form, trigger: { rule } }: FieldProps) => {
  if (rule === "COUNT")
    return <WholeNumberField label={texts.value} required min={1} {...form.field("value")} />;
  if (rule !== "WEEKDAY") return null;
  const { value, onChange, error } = form.field("range_value");
  return (
    <Checkbox.Group label={texts.weekdays} required value={value} onChange={onChange} error={error}>
      <Group gap="sm" mt={6} mb={4}>
        {WEEKDAYS.map((day, at) => (
          <Checkbox key={day} value={String(at + 1)} label={day} />
        ))}
      </Group>
    </Checkbox.Group>
  );
};

/** What can be changed of the rule of one user and one site: its number or weekdays, and how often it notifies. */
export const TriggerFields = ({ form, trigger }: FieldProps) => {
  const { frequency } = form.values;
  const { rule, user, site } = trigger;
  const hints = rule === "COUNT" ? texts.countHints : texts.frequencyHints;
  return (
    <>
      <TextInput label={texts.user} value={user.username} disabled />
      <TextInput label={texts.site} value={site.name} disabled />
      <TextInput
        label={texts.rule}
        value={rule}
        disabled
        description={texts.ruleHints[rule]}
        inputWrapperOrder={["label", "input", "description", "error"]}
      />
      <ValueField form={form} trigger={trigger} />
      <Select
        label={texts.frequency}
        required
        allowDeselect={false}
        data={TRIGGER_FREQUENCIES}
        description={hints[frequency]}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.field("frequency")}
      />
    </>
  );
};
