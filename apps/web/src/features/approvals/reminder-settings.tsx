import { Skeleton } from "@mantine/core";
import { findApprovalSettings, updateApprovalSettings } from "@mcc/contract/approvals/settings.api.ts";
import type { ApprovalSettings } from "@mcc/contract/approvals/settings.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { Card } from "@mcc/ui/card.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/edit-form.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { ReminderFields } from "./reminder-fields.tsx";
import {
  changesOf,
  ReminderForm,
  type ReminderValues,
  settingsOf,
  valuesOf,
} from "./reminder-form.schema.ts";
import classes from "./reminder-settings.module.css";
import { settingsText, reminderTexts as texts } from "./reminders.texts.ts";

const { queryKey } = queryFor(findApprovalSettings, {});

/** What the values mean, while they can be put into words. */
const Summary = ({ values }: { values: ReminderValues }) => {
  const { data } = useQuery(queryFor(roles, { query: { order_by: "name", limit: String(ALL_ROWS) } }));
  if (!ReminderForm.safeParse(values).success) return null;
  const settings = settingsOf(values);
  const role = data?.results.find(({ id }) => id === settings.escalation_role);
  return (
    <p className={classes.summary} aria-live="polite">
      {settingsText(settings, role?.name)}
    </p>
  );
};

const SettingsForm = ({ settings: current }: { settings: ApprovalSettings }) => {
  // As they were opened: refetched ones would make someone else's change look like one to undo.
  const [settings, setSettings] = useState(current);
  const send = (values: ReminderValues) =>
    saveRecord({
      send: () => call(updateApprovalSettings, { body: changesOf(settings, values) }),
      success: texts.saved,
      failure: texts.saveFailed,
      onSuccess: (saved) => {
        queryClient.setQueryData(queryKey, saved);
        setSettings(saved);
      },
      invalidate: () => queryClient.invalidateQueries({ queryKey }),
    });
  return (
    <EditForm<ReminderValues>
      schema={ReminderForm}
      initialValues={valuesOf(settings)}
      submit={texts.save}
      send={send}
    >
      {(form) => (
        <>
          <ReminderFields form={form} />
          <Summary values={form.values} />
        </>
      )}
    </EditForm>
  );
};

/** When approvers are reminded and when approvals are escalated. */
export const ReminderSettings = () => {
  const { record, error, retry } = useRecord(findApprovalSettings, {}, { failed: texts.fetchFailed });
  const failed = !record && error;
  return (
    <div className={classes.section}>
      <Card title={texts.title}>
        {record && <SettingsForm settings={record} />}
        {!record && !failed && <Skeleton height={320} />}
        {failed && <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>}
      </Card>
    </div>
  );
};
