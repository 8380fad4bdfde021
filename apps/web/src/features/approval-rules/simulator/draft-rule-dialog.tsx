import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { nameOf } from "../rule-actions.tsx";
import { RuleFields } from "../rule-fields.tsx";
import { newRule, RuleForm, type RuleValues, valuesOf } from "../rule-form.schema.ts";
import { draftTexts as texts } from "./draft.texts.ts";

interface DraftRuleDialogProps {
  readonly rules: readonly ApprovalRuleRow[];
  /** The rule to edit; none for a new one. */
  readonly rule: ApprovalRuleRow | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onKeep: (values: RuleValues) => Promise<void>;
}

/** The form of a rule, which changes the draft only. */
export const DraftRuleDialog = ({ rules, rule, opened, onClose, onKeep }: DraftRuleDialogProps) => (
  <CreateDialog<RuleValues>
    title={rule ? texts.editTitle(nameOf(rule)) : texts.addTitle}
    submit={texts.keep}
    opened={opened}
    onClose={onClose}
    schema={RuleForm}
    initialValues={rule ? valuesOf(rule) : newRule}
    send={onKeep}
    blocked={({ errors }) => Object.keys(errors).length > 0}
  >
    {(_field, form) => <RuleFields form={form} rule={rule} draft={rules} />}
  </CreateDialog>
);
