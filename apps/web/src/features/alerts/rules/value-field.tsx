import { Checkbox, Group } from "@mantine/core";
import { hasNumber, hasWeekdays } from "@mcc/contract/alerts/triggers.rules.ts";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import { WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { ruleTexts as texts } from "./rule.texts.ts";
import type { TriggerValues } from "./trigger-form.schema.ts";

/** What is counted or looked for besides the amount. */
export const ValueField = <Values extends TriggerValues>({ form }: { readonly form: AppForm<Values> }) => {
  const { rule } = form.values;
  if (hasNumber(rule))
    return <WholeNumberField label={texts.value} required min={1} {...form.field("value")} />;
  if (!hasWeekdays(rule)) return null;
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
