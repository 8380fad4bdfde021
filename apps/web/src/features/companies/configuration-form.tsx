import { Select, Switch } from "@mantine/core";
import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import type { CompanyConfiguration } from "@mcc/contract/companies/configurations.schema.ts";
import { requiredText } from "@mcc/contract/kit/text.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { configurationTexts as texts } from "./companies.texts.ts";

/** What a toggle can be, and what is sent for it. Not available is a choice like the others, though it is sent as null. */
const STATUSES = [
  { label: "Not available", value: "null" },
  { label: "Disabled", value: "false" },
  { label: "Enabled", value: "true" },
] as const;

const chosen = (missing: string) => z.string().min(1, missing);

export const ConfigurationForm = z.object({
  tenantGroup: requiredText(says.tenantGroupRequired),
  customerERPIdentifier: requiredText(says.erpRequired),
  hasOrderApproval: chosen(says.approvalRequired),
  hasOrderTracking: chosen(says.trackingRequired),
  hasHierarchy: chosen(says.hierarchyRequired),
  hasLocationNameRequired: z.boolean(),
  hasTriggerRuleWeekdayDisabled: z.boolean(),
});
export type ConfigurationValues = z.input<typeof ConfigurationForm>;

/** Of a configuration, or empty for a new one. */
export const configurationValues = (configuration?: CompanyConfiguration): ConfigurationValues => {
  const status = (key: "has_order_approval" | "has_order_tracking" | "has_company_hierarchy") =>
    configuration ? String(configuration[key]) : "";
  return {
    tenantGroup: configuration?.tenant_group ?? "",
    customerERPIdentifier: configuration?.customer_erp_identifier ?? "",
    hasOrderApproval: status("has_order_approval"),
    hasOrderTracking: status("has_order_tracking"),
    hasHierarchy: status("has_company_hierarchy"),
    hasLocationNameRequired: configuration?.has_location_name_required ?? false,
    hasTriggerRuleWeekdayDisabled: configuration?.has_trigger_rule_weekday_disabled ?? false,
  };
};

/** The form calls the hierarchy otherwise than the server does. */
export const configurationFieldOf = (field: string): string =>
  field === "hasCompanyHierarchy" ? "hasHierarchy" : field;

export const configurationBody = ({ hasHierarchy, ...values }: ConfigurationValues) => ({
  tenantGroup: values.tenantGroup.trim(),
  customerERPIdentifier: values.customerERPIdentifier.trim(),
  hasOrderApproval: JSON.parse(values.hasOrderApproval) as boolean | null,
  hasOrderTracking: JSON.parse(values.hasOrderTracking) as boolean | null,
  hasCompanyHierarchy: JSON.parse(hasHierarchy) as boolean | null,
  hasLocationNameRequired: values.hasLocationNameRequired,
  hasTriggerRuleWeekdayDisabled: values.hasTriggerRuleWeekdayDisabled,
});

export const ConfigurationFields = ({ form }: { form: AppForm<ConfigurationValues> }) => {
  const { field, values } = form;
  const choice = (
    name: "hasOrderApproval" | "hasOrderTracking" | "hasHierarchy",
    label: string,
    description: string,
  ) => (
    <Select
      {...field(name)}
      label={label}
      description={description}
      required
      placeholder={texts.choose}
      allowDeselect={false}
      data={STATUSES}
      value={values[name] || null}
      onChange={(value) => form.set({ [name]: value ?? "" })}
    />
  );
  const setting = (name: "hasLocationNameRequired" | "hasTriggerRuleWeekdayDisabled") => ({
    "data-path": name,
    checked: values[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      form.set({ [name]: currentTarget.checked }),
    error: form.errors[name],
  });
  return (
    <>
      <TextField
        label={texts.tenantGroup}
        description={texts.tenantGroupHint}
        required
        {...field("tenantGroup")}
      />
      <TextField label={texts.erp} description={texts.erpHint} required {...field("customerERPIdentifier")} />
      {choice("hasOrderApproval", texts.approval, texts.approvalHint)}
      {choice("hasOrderTracking", texts.tracking, texts.trackingHint)}
      {choice("hasHierarchy", texts.hierarchy, texts.hierarchyHint)}
      <Switch
        label={texts.locationNames}
        description={texts.locationNamesHint}
        {...setting("hasLocationNameRequired")}
      />
      <Switch
        label={texts.weekdayHidden}
        description={texts.weekdayHiddenHint}
        {...setting("hasTriggerRuleWeekdayDisabled")}
      />
    </>
  );
};
