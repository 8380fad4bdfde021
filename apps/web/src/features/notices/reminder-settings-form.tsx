import { findReminderSettings, updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { ReminderFields } from "./reminder-fields.tsx";
import {
  changesOf,
  ReminderForm,
  type ReminderValues,
  settingsOf,
  valuesOf,
} from "./reminder-form.schema.ts";
import { reminderTexts as texts } from "./reminders.texts.ts";
import { SettingsSummary } from "./settings-summary.tsx";

interface SettingsFormProps {
  readonly settings: ReminderSettings;
  readonly onSaved: () => void;
}

export const SettingsForm = ({ settings: current, onSaved }: SettingsFormProps) => {
  // As they were opened: refetched ones would make someone else's change look like one to undo.
  const [settings] = useState(current);
  const send = (values: ReminderValues) =>
    saveRecord({
      send: () => call(updateReminderSettings, { body: changesOf(settings, values) }),
      success: texts.saved,
      failure: texts.saveFailed,
      onSuccess: (saved) => {
        keepRecord(findReminderSettings, {}, saved);
        onSaved();
      },
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
          {/* While the values can be put into words. */}
          {ReminderForm.safeParse(form.values).success && (
            <SettingsSummary settings={settingsOf(form.values)} />
          )}
        </>
      )}
    </EditForm>
  );
};
