import { createApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { ruleTexts as texts } from "./approval-rules.texts.ts";
import { refreshRules } from "./refresh-rules.ts";
import { RuleFields } from "./rule-fields.tsx";
import { creationOf, newRule, RuleForm, type RuleValues } from "./rule-form.schema.ts";
import { invalidateRules } from "./use-rules.ts";

const create = (values: RuleValues): Promise<void> =>
  saveRecord({
    send: () => call(createApprovalRule, { body: creationOf(values) }),
    success: texts.created,
    failure: texts.createFailed,
    onFailure: refreshRules, // a role, site or node may be in use by now
    invalidate: invalidateRules,
  });

export const CreateRule = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <CreateDialog<RuleValues>
    title={texts.create}
    submit={texts.save}
    opened={opened}
    onClose={onClose}
    schema={RuleForm}
    initialValues={newRule}
    send={create}
    blocked={({ errors }) => Object.keys(errors).length > 0}
  >
    {(_field, form) => <RuleFields form={form} />}
  </CreateDialog>
);
