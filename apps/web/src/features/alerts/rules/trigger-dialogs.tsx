import { createTrigger, updateTrigger } from "@mcc/contract/alerts/triggers.api.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { call } from "../../../platform/api/call.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { triggerTexts as texts } from "../alerts.texts.ts";
import { refreshAlerts } from "../refresh-alerts.ts";
import { TriggerFields } from "./trigger-fields.tsx";
import {
  creationOf,
  newTrigger,
  settingsOf,
  TriggerForm,
  type TriggerValues,
  valuesOf,
} from "./trigger-form.schema.ts";

export const CreateTrigger = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { id } = useSessionUser();
  return (
    <CreateDialog<TriggerValues>
      title={texts.createTitle}
      submit={texts.createSubmit}
      opened={opened}
      onClose={onClose}
      schema={TriggerForm}
      initialValues={{ ...newTrigger, user: String(id) }}
      send={(values) =>
        saveRecord({
          send: () => call(createTrigger, { body: creationOf(values) }),
          success: texts.created,
          failure: texts.createFailed,
          fieldErrorsOnly: true,
          invalidate: refreshAlerts,
        })
      }
    >
      {(_field, form) => <TriggerFields form={form} />}
    </CreateDialog>
  );
};

/** A dialog and no page of its own: the rule has few fields, and the list stays in view. */
export const EditTrigger = ({ trigger, onClose }: { trigger: Trigger; onClose: () => void }) => (
  <CreateDialog<TriggerValues>
    opened
    title={texts.editTitle}
    submit={texts.save}
    onClose={onClose}
    schema={TriggerForm}
    initialValues={valuesOf(trigger)}
    blocked={({ dirty }) => !dirty}
    send={(values) =>
      saveRecord({
        send: () => call(updateTrigger, { params: { id: trigger.id }, body: settingsOf(values) }),
        success: texts.updated,
        failure: texts.updateFailed,
        fieldErrorsOnly: true,
        invalidate: refreshAlerts,
      })
    }
  >
    {(_field, form) => <TriggerFields form={form} trigger={trigger} />}
  </CreateDialog>
);
