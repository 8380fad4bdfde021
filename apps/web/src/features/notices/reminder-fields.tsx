import { Anchor, Checkbox, Group, NativeSelect, Select, Switch } from "@mantine/core";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { roles as rolesEndpoint } from "@mcc/contract/roles/roles.api.ts";
import { WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import { AsyncSelect, MAX_OPTIONS } from "../../platform/records/fields/async-select.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import type { ReminderValues } from "./reminder-form.schema.ts";
import classes from "./reminder-settings.module.css";
import { reminderTexts as texts } from "./reminders.texts.ts";

type Form = AppForm<ReminderValues>;

const HALF_HOURS = Array.from({ length: 49 }, (_, half) =>
  [Math.floor(half / 2), (half % 2) * 30].map((part) => String(part).padStart(2, "0")).join(":"),
);
/** A value from elsewhere stays on offer. */
const withValue = (options: readonly string[], value: string | null): string[] =>
  value === null || options.includes(value) ? [...options] : [...options, value].sort();

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const HoursField = ({
  form,
  name,
  label,
  hint,
}: {
  form: Form;
  name: "first_reminder_hours" | "reminder_interval_hours" | "escalation_hours";
  label: string;
  hint?: string;
}) => (
  <WholeNumberField
    label={label}
    description={hint}
    required={name !== "escalation_hours"}
    rightSection={<span className={classes.unit}>{texts.hours}</span>}
    rightSectionWidth={112}
    {...form.field(name)}
  />
);

const ZoneField = ({ form }: { form: Form }) => {
  const { time_zone } = form.values;
  return (
    <div>
      <Select
        label={texts.timeZone}
        required
        searchable
        data={withValue(ZONES, time_zone)}
        limit={MAX_OPTIONS}
        {...form.field("time_zone")}
      />
      {time_zone !== ownZone && (
        <Anchor component="button" type="button" size="sm" onClick={() => form.set({ time_zone: ownZone })}>
          {texts.switchToZone(ownZone)}
        </Anchor>
      )}
    </div>
  );
};

/** When approvers are reminded, when approvals are escalated and to whom, and when the company works. */
export const ReminderFields = ({ form }: { form: Form }) => {
  const { working_from, working_until, escalation_hours, escalation_role, decide_without_sign_in } =
    form.values;
  return (
    <>
      <div className={classes.row}>
        <HoursField form={form} name="first_reminder_hours" label={texts.firstReminder} />
        <HoursField form={form} name="reminder_interval_hours" label={texts.interval} />
        <WholeNumberField
          label={texts.most}
          description={texts.mostHint}
          required
          {...form.field("reminder_max")}
        />
      </div>
      <div className={classes.row}>
        <HoursField
          form={form}
          name="escalation_hours"
          label={texts.escalation}
          hint={texts.escalationHint}
        />
        <AsyncSelect
          label={texts.escalationRole}
          description={texts.escalationRoleHint}
          placeholder={texts.companyAdmins}
          required={false}
          clearable
          disabled={escalation_hours === ""}
          endpoint={rolesEndpoint}
          ask={{ query: { order_by: "name", limit: String(ALL_ROWS) } }}
          optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field("escalation_role")}
          value={escalation_hours === "" ? null : escalation_role}
        />
      </div>
      <Checkbox.Group label={texts.workingDays} required {...form.field("working_days")}>
        <Group gap="md" mt={6}>
          {WEEKDAYS.map((day, at) => (
            <Checkbox key={day} value={String(at + 1)} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes.row}>
        <NativeSelect
          label={texts.from}
          required
          data={withValue(HALF_HOURS.slice(0, -1), working_from)}
          {...form.field("working_from")}
        />
        <NativeSelect
          label={texts.until}
          required
          data={withValue(HALF_HOURS.slice(1), working_until)}
          {...form.field("working_until")}
        />
        <ZoneField form={form} />
      </div>
      <Switch
        label={texts.withoutSignIn}
        description={texts.withoutSignInHint}
        checked={decide_without_sign_in}
        onChange={({ currentTarget }) => form.set({ decide_without_sign_in: currentTarget.checked })}
      />
    </>
  );
};
