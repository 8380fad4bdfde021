import { createAlertRule, updateAlertRule } from "@mcc/contract/alerts/alert-rules.api.ts";
import type { AlertRule } from "@mcc/contract/alerts/alert-rules.schema.ts";
import { useState } from "react";
import { call } from "../../../platform/api/call.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { triggerTexts } from "../alerts.texts.ts";
import { refreshAlerts } from "../refresh-alerts.ts";
import { ruleTexts as texts } from "./rule.texts.ts";
import { RuleFields } from "./rule-fields.tsx";
import { bodyOf, newRule, RuleForm, type RuleValues, valuesOf } from "./rule-form.schema.ts";

interface RuleDialogProps {
  /** The rule that is edited; a new one without it. */
  readonly rule?: AlertRule;
  /** Whom a new rule is for, unless another user is chosen. */
  readonly user: number;
  readonly onClose: () => void;
  /** Called with the user of the saved rule. */
  readonly onSaved: (user: number) => void;
}

/** One dialog for all of a rule, new or not. */
export const RuleDialog = ({ rule, user, onClose, onSaved }: RuleDialogProps) => {
  const [initialValues] = useState(() => (rule ? valuesOf(rule) : newRule(user)));
  const send = (values: RuleValues) =>
    rule
      ? call(updateAlertRule, { params: { id: rule.id }, body: bodyOf(values) })
      : call(createAlertRule, { body: { ...bodyOf(values), user: Number(values.user) } });
  return (
    <CreateDialog<RuleValues>
      opened
      title={rule ? texts.editTitle : texts.createTitle}
      submit={rule ? texts.save : texts.createSubmit}
      onClose={onClose}
      schema={RuleForm}
      initialValues={initialValues}
      blocked={({ dirty }) => rule !== undefined && !dirty}
      send={async (values) => {
        await saveRecord({
          send: () => send(values),
          success: rule ? triggerTexts.updated : texts.created,
          failure: rule ? triggerTexts.updateFailed : texts.createFailed,
          fieldErrorsOnly: true,
          invalidate: refreshAlerts,
        });
        onSaved(Number(values.user));
      }}
    >
      {(_field, form) => <RuleFields form={form} rule={rule} />}
    </CreateDialog>
  );
};
