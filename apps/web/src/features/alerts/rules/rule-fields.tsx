import { Checkbox, Group, Radio, Select } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import { rulesOfUser } from "@mcc/contract/alerts/alert-rules.api.ts";
import type { AlertRule } from "@mcc/contract/alerts/alert-rules.schema.ts";
import { placeWords, ruleInWords } from "@mcc/contract/alerts/alert-rules.texts.ts";
import {
  hasNumber,
  hasRule,
  RULE_CHANNELS,
  TRIGGER_FREQUENCIES,
  TRIGGER_RULES,
} from "@mcc/contract/alerts/triggers.rules.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { userList, userSites } from "@mcc/contract/users/users.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../../platform/api/call.ts";
import { AsyncMultiSelect } from "../../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../../platform/records/fields/async-select.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { FETCH_FAILED } from "../alerts.texts.ts";
import { ruleTexts as texts } from "./rule.texts.ts";
import { bodyOf, RuleForm, type RuleValues } from "./rule-form.schema.ts";
import classes from "./rules.module.css";
import { ValueField } from "./value-field.tsx";

interface FieldProps {
  readonly form: AppForm<RuleValues>;
  /** An existing rule keeps its user. */
  readonly rule?: AlertRule;
}

const limit = String(ALL_ROWS);
const named = (sites: readonly { readonly id: number; readonly name: string }[]) =>
  sites.map(({ id, name }) => ({ value: String(id), label: name }));

const UserField = ({ form, rule }: FieldProps) => {
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
      fixed={rule && { value: String(rule.user.id), label: rule.user.username }}
      allowDeselect={false}
      {...field}
      onChange={(user) => {
        onChange(user);
        form.set({ sites: [] }); // another user has other sites
      }}
    />
  );
};

const SitesField = ({ form }: FieldProps) => {
  const who = useSessionUser();
  const { user } = form.values;
  const { value, ...field } = form.field("sites");
  const common = {
    label: texts.sites,
    required: true,
    failed: FETCH_FAILED,
    clearable: true,
    value: [...value],
    ...field,
  };
  return user === null || user === String(who.id) ? (
    <AsyncMultiSelect
      {...common}
      endpoint={liteSites}
      ask={{ query: { liteVersion: "true", limit } }}
      optionsOf={({ results }) => named(results)}
    />
  ) : (
    <AsyncMultiSelect
      {...common}
      endpoint={userSites}
      ask={{ params: { id: user }, query: { limit } }}
      optionsOf={({ results }) => named(results)}
    />
  );
};

const WhereField = (props: FieldProps) => {
  const { value, onChange, error } = props.form.field("all_sites");
  return (
    <>
      <Radio.Group
        label={texts.where}
        description={value === "all" ? texts.allSitesHint : undefined}
        value={value}
        onChange={onChange}
        error={error}
      >
        <Group gap="lg" mt={6} mb={4}>
          <Radio value="all" label={texts.allSites} />
          <Radio value="some" label={texts.someSites} />
        </Group>
      </Radio.Group>
      {value === "some" && <SitesField {...props} />}
    </>
  );
};

const ChannelsField = ({ form }: FieldProps) => {
  const { user } = form.values;
  const { data } = useQuery({
    ...queryFor(rulesOfUser, { query: user === null ? {} : { user } }),
    enabled: user !== null,
  });
  const impossible = data && texts.textsImpossible[data.text_messages];
  const { value, onChange, error } = form.field("channels");
  return (
    <Checkbox.Group
      label={texts.channels}
      required
      description={impossible}
      value={[...value]}
      onChange={onChange}
      error={error}
    >
      <Group gap="lg" mt={6} mb={4}>
        {RULE_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            value={channel}
            label={texts.channel[channel]}
            // A rule that has it can lose it.
            disabled={channel === "text" && impossible !== undefined && !value.includes(channel)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
};

/** How the rule is listed afterwards, as soon as it is complete. */
const Preview = ({ form: { values } }: FieldProps) => {
  const body = bodyOf(values);
  const isComplete = RuleForm.safeParse(values).success;
  const place = body.all_sites ? placeWords("all") : placeWords([], body.sites.length);
  return (
    <p className={classes.preview} role="status" aria-label={texts.preview}>
      {isComplete ? ruleInWords(body, place) : "…"}
    </p>
  );
};

/** The fields of a rule: whom it notifies, of what, where, when and how. */
export const RuleFields = ({ form, rule }: FieldProps) => {
  const who = useSessionUser();
  const labels = hasNumber(form.values.rule) ? texts.counted : texts.frequencies;
  return (
    <>
      {can(who, "company-admin") && <UserField form={form} rule={rule} />}
      <Select
        label={texts.rule}
        allowDeselect={false}
        data={TRIGGER_RULES.filter((one) => hasRule(who, one)).map((one) => ({
          value: one,
          label: texts.rules[one],
        }))}
        {...form.field("rule")}
      />
      <ValueField form={form} />
      <TextField
        label={texts.amount}
        description={texts.amountHint}
        inputMode="decimal"
        leftSection="$"
        {...form.field("amount")}
      />
      <WhereField form={form} />
      <Select
        label={texts.frequency}
        allowDeselect={false}
        data={TRIGGER_FREQUENCIES.map((value) => ({ value, label: labels[value] }))}
        description={form.values.frequency === "INSTANTLY" ? undefined : texts.utc}
        {...form.field("frequency")}
      />
      <ChannelsField form={form} />
      <Preview form={form} />
    </>
  );
};
