import { Checkbox, Group, Select, Text } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import { hasRule, TRIGGER_FREQUENCIES, TRIGGER_RULES } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { WEEKDAYS } from "@mcc/contract/kit/weekdays.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { userList, userSites } from "@mcc/contract/users/users.api.ts";
import { WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import { AsyncSelect } from "../../../platform/records/fields/async-select.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { FETCH_FAILED, triggerTexts as texts } from "../alerts.texts.ts";
import type { TriggerValues } from "./trigger-form.schema.ts";

type TriggerForm = AppForm<TriggerValues>;
interface FieldProps {
  readonly form: TriggerForm;
  /** An existing rule: its user, site and kind cannot be changed. */
  readonly trigger?: Trigger;
}

const limit = String(ALL_ROWS);
const options = (named: readonly { readonly id: number; readonly name: string }[]) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }));

const UserField = ({ form, trigger }: FieldProps) => {
  const { onChange, ...field } = form.field("user");
  return (
    <AsyncSelect
      label={texts.user}
      endpoint={userList.litePage}
      ask={{ query: { liteVersion: "true", limit } }}
      optionsOf={({ results }) =>
        results.map((user) => ({ value: String(user.id), label: `${displayName(user)} (${user.username})` }))
      }
      failed={FETCH_FAILED}
      fixed={trigger && { value: String(trigger.user.id), label: trigger.user.username }}
      {...field}
      onChange={(user) => {
        onChange(user);
        form.set({ site: null }); // another user has other sites
      }}
    />
  );
};

/** The sites of the chosen user. A user without any, such as a company admin, may see all. */
const SiteField = ({ form, trigger }: FieldProps) => {
  const who = useSessionUser();
  const { user } = form.values;
  const fixed = trigger && { value: String(trigger.site.id), label: trigger.site.name };
  const common = { label: texts.site, failed: FETCH_FAILED, fixed, ...form.field("site") };
  return user === null || user === String(who.id) ? (
    <AsyncSelect
      {...common}
      endpoint={liteSites}
      ask={{ query: { liteVersion: "true", limit } }}
      optionsOf={({ results }) => options(results)}
    />
  ) : (
    <AsyncSelect
      {...common}
      endpoint={userSites}
      ask={{ params: { id: user }, query: { limit } }}
      optionsOf={({ results }) => options(results)}
    />
  );
};

const ValueField = ({ form }: FieldProps) => {
  const { rule } = form.values;
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

/** The fields of an alert rule: whom it notifies, of what, and how often. */
export const TriggerFields = ({ form, trigger }: FieldProps) => {
  const who = useSessionUser();
  const { rule, frequency } = form.values;
  return (
    <>
      {can(who, "company-admin") && <UserField form={form} trigger={trigger} />}
      <SiteField form={form} trigger={trigger} />
      <Select
        label={texts.rule}
        required={!trigger}
        disabled={trigger !== undefined}
        data={TRIGGER_RULES.filter((one) => hasRule(who, one))}
        description={rule && texts.ruleHints[rule]}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.field("rule")}
      />
      <ValueField form={form} />
      <Select
        label={texts.frequency}
        required
        allowDeselect={false}
        data={TRIGGER_FREQUENCIES}
        description={frequency && (rule === "COUNT" ? texts.countHints : texts.frequencyHints)[frequency]}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.field("frequency")}
      />
      {!trigger && (
        <Text size="xs" c="dimmed">
          {texts.onePerSite}
        </Text>
      )}
    </>
  );
};
