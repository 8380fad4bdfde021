import { Switch } from "@mantine/core";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { findSecurityPolicy, updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { MOST_EMERGENCY_ADMINS } from "@mcc/contract/security/security-policy.schema.ts";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { AdminSelect } from "./admin-select.tsx";
import { PolicyPreview } from "./policy-preview.tsx";
import { securityTexts as texts } from "./security.texts.ts";

const schema = z.object({ sso_required: z.boolean(), emergency_admins: z.array(z.string()) });
type Values = z.output<typeof schema>;
type Policy = Reply<typeof findSecurityPolicy>;

const bodyOf = ({ sso_required, emergency_admins }: Values) => ({
  sso_required,
  emergency_admins: emergency_admins.map(Number),
});

/** Whether people sign in with the identity provider only, and the admins who keep password and second factor. */
export const RequiredSso = () => (
  <RecordSection title={texts.requiredSso} endpoint={findSecurityPolicy} ask={{}} failed={texts.fetchFailed}>
    {(policy) => (
      <SavedForm<Values, Policy>
        schema={schema}
        initialValues={{
          sso_required: policy.sso_required,
          emergency_admins: policy.emergency_admins.map(String),
        }}
        submit={texts.save}
        send={(values) => call(updateSecurityPolicy, { body: bodyOf(values) })}
        success={texts.saved}
        failure={texts.saveFailed}
        fieldErrorsOnly
        onSuccess={(saved) => keepRecord(findSecurityPolicy, {}, saved)}
      >
        {({ field, values, set, errors, dirty }) => (
          <>
            <Switch
              label={texts.ssoRequired}
              description={texts.ssoRequiredHint}
              checked={values.sso_required}
              error={errors.sso_required}
              onChange={({ currentTarget }) => set({ sso_required: currentTarget.checked })}
            />
            <AdminSelect
              label={texts.emergency}
              description={texts.emergencyHint}
              maxValues={MOST_EMERGENCY_ADMINS}
              {...field("emergency_admins")}
            />
            {dirty && <PolicyPreview body={bodyOf(values)} />}
          </>
        )}
      </SavedForm>
    )}
  </RecordSection>
);
