import { updateTrigger } from "@mcc/contract/alerts/triggers.api.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { call } from "../../../platform/api/call.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { triggerTexts as texts } from "../alerts.texts.ts";
import { refreshAlerts } from "../refresh-alerts.ts";
import { TriggerFields } from "./trigger-fields.tsx";
import { settingsOf, TriggerForm, type TriggerValues, valuesOf } from "./trigger-form.schema.ts";

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
