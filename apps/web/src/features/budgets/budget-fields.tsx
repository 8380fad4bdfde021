import { Autocomplete, Fieldset, Group, Radio, Select, Switch } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { checkoutFields } from "@mcc/contract/budgets/budgets.api.ts";
import { BEYOND_ACTIONS, BUDGET_PERIODS } from "@mcc/contract/budgets/budgets.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { AsyncMultiSelect } from "../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { named, PlaceSelects } from "../../platform/records/fields/place-selects.tsx";
import { SuggestedText } from "../../platform/records/fields/suggested-text.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import type { BudgetValues } from "./budget-form.schema.ts";
import { BudgetPreview, useBudgetPreview } from "./budget-preview.tsx";
import classes from "./budgets.module.css";
import { periodNames, budgetTexts as texts } from "./budgets.texts.ts";

interface FieldProps {
  readonly form: AppForm<BudgetValues>;
}

const lite = { query: { liteVersion: "true", limit: String(ALL_ROWS) } };

const PeriodFields = ({ form: { field, values } }: FieldProps) => {
  const isCustom = values.period === "custom";
  const hasDays = isCustom || values.starts_on !== "" || values.ends_on !== "";
  return (
    <>
      <Select
        label={texts.period}
        allowDeselect={false}
        data={BUDGET_PERIODS.map((value) => ({ value, label: periodNames[value] }))}
        {...field("period")}
      />
      {hasDays && (
        <Group grow align="flex-start">
          <TextField type="date" label={texts.starts} required={isCustom} {...field("starts_on")} />
          <TextField type="date" label={texts.ends} required={isCustom} {...field("ends_on")} />
        </Group>
      )}
      <Switch label={texts.repeats} {...field("repeats")} checked={values.repeats} />
    </>
  );
};

/** A checkout field that recent orders have, and one of its values. */
const CheckoutField = ({ form: { field, values } }: FieldProps) => {
  const { data } = useQuery(queryFor(checkoutFields, {}));
  const known = data?.results ?? [];
  return (
    <Group grow align="flex-start">
      <Autocomplete label={texts.fieldName} data={known.map(({ name }) => name)} {...field("field")} />
      <Autocomplete
        label={texts.fieldValue}
        data={[...(known.find(({ name }) => name === values.field)?.values ?? [])]}
        {...field("field_value")}
      />
    </Group>
  );
};

const CoverageFields = ({ form }: FieldProps) => {
  return (
    <Fieldset legend={texts.coverage} className={classes.coverage}>
      <p className={classes.hint}>{texts.coverageHint}</p>
      <PlaceSelects field={form.field} nodesHint={texts.nodesHint} sitesHint={texts.sitesHint} />
      <SuggestedText
        label={texts.afe}
        suggest={orderList.suggest}
        column="afe_number"
        {...form.field("afe_number")}
      />
      <CheckoutField form={form} />
    </Fieldset>
  );
};

const BeyondFields = ({ form }: FieldProps) => {
  const { value, onChange, error } = form.field("beyond");
  return (
    <>
      <Radio.Group label={texts.beyond} value={value} onChange={onChange} error={error}>
        <Group gap="lg" mt={6} mb={4}>
          {BEYOND_ACTIONS.map((action) => (
            <Radio key={action} value={action} label={texts.beyonds[action]} />
          ))}
        </Group>
      </Radio.Group>
      {value === "step" && (
        <AsyncSelect
          label={texts.role}
          required
          endpoint={roles}
          ask={{ query: { order_by: "name", limit: String(ALL_ROWS) } }}
          optionsOf={({ results }) => named(results)}
          failed={texts.rolesFailed}
          {...form.field("role")}
        />
      )}
    </>
  );
};

/** The fields of a budget with what its preview finds wrong, and below them what it would cover. */
export const BudgetFields = ({ form: typed, id }: FieldProps & { readonly id?: number }) => {
  const preview = useBudgetPreview(typed.values, id);
  const field: typeof typed.field = (name) => {
    const props = typed.field(name);
    return { ...props, error: props.error ?? preview.errors[name] };
  };
  const form = { ...typed, field };
  return (
    <>
      <TextField label={texts.name} required maxLength={100} {...form.field("name")} />
      <TextField
        label={texts.amount}
        description={texts.amountHint}
        required
        inputMode="decimal"
        leftSection="$"
        {...form.field("amount")}
      />
      <PeriodFields form={form} />
      <CoverageFields form={form} />
      <BeyondFields form={form} />
      <AsyncMultiSelect
        label={texts.owners}
        description={texts.ownersHint}
        endpoint={userList.litePage}
        ask={lite}
        optionsOf={({ results }) =>
          results.map((user) => ({
            value: String(user.id),
            label: `${displayName(user)} (${user.username})`,
          }))
        }
        failed={texts.usersFailed}
        {...form.field("owners")}
      />
      <TextField label={texts.tellAt} description={texts.tellAtHint} {...form.field("tell_at")} />
      <BudgetPreview {...preview} />
    </>
  );
};
