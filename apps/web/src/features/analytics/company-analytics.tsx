import { Button, Fieldset, Select, Text } from "@mantine/core";
import { companyAnalytics, updateCompanyAnalytics } from "@mcc/contract/analytics/company-analytics.api.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { RecordSection } from "../../platform/records/record-section.tsx";
import classes from "./company-analytics.module.css";
import { companyAnalyticsTexts as texts } from "./company-analytics.texts.ts";
import {
  analyticsBody,
  analyticsValues,
  CompanyAnalyticsForm,
  type CompanyAnalyticsValues,
  EMPTY_DASHBOARD,
} from "./company-analytics-form.ts";

type FormProps = { readonly form: AppForm<CompanyAnalyticsValues> };

const SOURCES = [
  { value: "", label: texts.builtIn },
  { value: "LOOKER", label: texts.looker },
  { value: "DOMO", label: texts.domo },
];

const DomoFields = ({ form: { field, values, set, errors } }: FormProps) => {
  const entries = values.domo_dashboards;
  const entryField = (at: number, name: keyof typeof EMPTY_DASHBOARD) =>
    field(`domo_dashboards.${at}.${name}` as "domo_dashboards");
  return (
    <Fieldset legend={texts.dashboards} className={classes.dashboards}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone
        <div key={at} className={classes.dashboard}>
          <TextField label={texts.label} required {...entryField(at, "label")} />
          <TextField label={texts.url} required maxLength={2_000} {...entryField(at, "url")} />
          <TextField label={texts.token} maxLength={4_000} {...entryField(at, "token")} />
          <IconAction
            label={texts.remove}
            about={entry.label || String(at + 1)}
            danger
            icon={<IconTrash size={18} stroke={1.6} aria-hidden />}
            onClick={() => set({ domo_dashboards: entries.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {errors.domo_dashboards && (
        <Text c="error" size="sm">
          {errors.domo_dashboards}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => set({ domo_dashboards: [...entries, EMPTY_DASHBOARD] })}
      >
        {texts.add}
      </Button>
    </Fieldset>
  );
};

const Fields = ({ form }: FormProps) => {
  const { field, values, set } = form;
  return (
    <>
      <Select
        {...field("analytics_source")}
        label={texts.source}
        description={texts.hint}
        data={SOURCES}
        allowDeselect={false}
        value={values.analytics_source}
        onChange={(source) => set({ ...values, analytics_source: source ?? "" })}
      />
      {values.analytics_source === "LOOKER" && (
        <TextField label={texts.lookerUrl} required maxLength={2_000} {...field("looker_dashboard_url")} />
      )}
      {values.analytics_source === "DOMO" && <DomoFields form={form} />}
    </>
  );
};

/** A section of the page of a company: where its dashboards are. */
export const CompanyAnalytics = ({ companyId }: { companyId: number }) => {
  const params = { id: companyId };
  const send = (values: CompanyAnalyticsValues) =>
    saveRecord({
      send: () => call(updateCompanyAnalytics, { params, body: analyticsBody(values) }),
      success: texts.saved,
      failure: texts.failed,
      invalidate: () => invalidate([companyAnalytics]),
    });
  return (
    <RecordSection
      title={texts.title}
      endpoint={companyAnalytics}
      ask={{ params }}
      failed={texts.fetchFailed}
    >
      {(source) => (
        <EditForm<CompanyAnalyticsValues>
          key={JSON.stringify(source)}
          schema={CompanyAnalyticsForm}
          initialValues={analyticsValues(source)}
          submit={texts.save}
          send={send}
        >
          {(form) => <Fields form={form} />}
        </EditForm>
      )}
    </RecordSection>
  );
};
