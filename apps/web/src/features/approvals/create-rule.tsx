import { createApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import { call } from "../../platform/api.ts";
import { CreateModal } from "../../platform/create-modal.tsx";
import { toast } from "../../platform/toast.ts";
import { refreshRules } from "./refresh-rules.ts";
import { RuleFields } from "./rule-fields.tsx";
import { creationOf, newRule, RuleForm, type RuleValues } from "./rule-form.schema.ts";
import { ruleTexts as texts } from "./rules.texts.ts";
import { rereadRules } from "./use-rules.ts";

const create = async (values: RuleValues): Promise<void> => {
  try {
    await call(createApprovalRule, { body: creationOf(values) });
  } catch (error) {
    toast.error(texts.createFailed);
    void refreshRules(); // a role or a place may have been taken meanwhile
    throw error;
  }
  toast.success(texts.created);
  void rereadRules();
};

export const CreateRule = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <CreateModal<RuleValues>
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
  </CreateModal>
);
