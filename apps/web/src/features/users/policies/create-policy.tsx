import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { policyTexts as texts } from "./policies.texts.ts";
import { NewPolicyForm, PolicyFields, type PolicyValues } from "./policy-fields.tsx";
import { savePolicy } from "./save-policy.ts";

/** The dialog that creates the policy of a user who has none. */
export const CreatePolicy = (dialog: { opened: boolean; onClose: () => void }) => (
  <CreateDialog<PolicyValues>
    {...dialog}
    title={texts.create}
    submit={texts.createSubmit}
    schema={NewPolicyForm}
    initialValues={{ user: null, nodes: [], policy_sites: [] }}
    send={(values) =>
      savePolicy(Number(values.user), values, { success: texts.created, failure: texts.createFailed })
    }
  >
    {(_field, form) => <PolicyFields form={form} />}
  </CreateDialog>
);
