import { Checkbox, Group, Radio, Stack, TagsInput } from "@mantine/core";
import { findReminderSettings, updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { MOST_CHECKOUT_FIELDS } from "@mcc/contract/orders/order-changes.schema.ts";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { reminderTexts, changeSettingsTexts as texts } from "./reminders.texts.ts";

const ChangeSettings = ReminderSettings.pick({
  after_change: true,
  changeable_fields: true,
  changeable_checkout: true,
});
type Values = Pick<ReminderSettings, keyof typeof ChangeSettings.shape>;

interface ChangeSettingsFormProps {
  readonly settings: ReminderSettings;
  readonly onSaved: () => void;
}

/** What approvers may change about an order, and what becomes of approvals given before. */
export const ChangeSettingsForm = ({ settings: current, onSaved }: ChangeSettingsFormProps) => {
  // As they were opened: refetched ones would make someone else's change look like one to undo.
  const [{ after_change, changeable_fields, changeable_checkout }] = useState(current);
  const send = (body: Values) =>
    saveRecord({
      send: () => call(updateReminderSettings, { body }),
      success: reminderTexts.saved,
      failure: reminderTexts.saveFailed,
      onSuccess: (saved) => {
        keepRecord(findReminderSettings, {}, saved);
        onSaved();
      },
    });
  return (
    <EditForm<Values>
      schema={ChangeSettings}
      initialValues={{ after_change, changeable_fields, changeable_checkout }}
      submit={reminderTexts.save}
      send={send}
    >
      {(form) => (
        <>
          <Checkbox.Group
            label={texts.fields}
            {...form.field("changeable_fields")}
            onChange={(fields) => form.set({ changeable_fields: fields as Values["changeable_fields"] })}
          >
            <Group gap="md" mt={6}>
              <Checkbox value="po_number" label={texts.po} />
              <Checkbox value="afe_number" label={texts.afe} />
            </Group>
          </Checkbox.Group>
          <TagsInput
            label={texts.checkout}
            description={texts.checkoutHint}
            acceptValueOnBlur
            maxTags={MOST_CHECKOUT_FIELDS}
            {...form.field("changeable_checkout")}
          />
          <Radio.Group
            label={texts.afterChange}
            {...form.field("after_change")}
            onChange={(chosen) => form.set({ after_change: chosen as Values["after_change"] })}
          >
            <Stack gap={6} mt={6}>
              <Radio value="keep" label={texts.keep} />
              <Radio value="again" label={texts.again} />
            </Stack>
          </Radio.Group>
        </>
      )}
    </EditForm>
  );
};
