import { Radio, Stack, Switch } from "@mantine/core";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { findSecurityPolicy, updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { SECOND_FACTOR, type SecondFactor } from "@mcc/contract/security/security-policy.schema.ts";
import { TextArea, TextField } from "@mcc/ui/forms/fields.tsx";
import { IconDevices, IconLogin2 } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { TileLink, Tiles } from "../../platform/page/tile-link.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { keepRecord, useRecord } from "../../platform/records/use-record.ts";
import { PolicyForm, type PolicyValues, policyBody, policyValues } from "./policy-form.ts";
import { PolicyPreview } from "./policy-preview.tsx";
import { securityTexts as texts } from "./security.texts.ts";

type Policy = Reply<typeof findSecurityPolicy>;

const PolicyFields = ({ form, address }: { form: AppForm<PolicyValues>; address: string }) => {
  const { field, values, set } = form;
  const number = { inputMode: "numeric" } as const;
  return (
    <>
      <Radio.Group
        label={texts.secondFactor}
        value={values.second_factor}
        onChange={(chosen) => set({ second_factor: chosen as SecondFactor })}
      >
        <Stack gap="xs" mt="xs">
          {SECOND_FACTOR.map((one) => (
            <Radio
              key={one}
              value={one}
              label={texts.secondFactors[one][0]}
              description={texts.secondFactors[one][1]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextField label={texts.idle} description={texts.idleHint} {...number} {...field("idle_minutes")} />
      <TextField
        label={texts.longest}
        description={texts.longestHint}
        {...number}
        {...field("session_hours")}
      />
      <TextArea
        label={texts.networks}
        description={texts.networksHint(address)}
        rows={4}
        {...field("networks")}
      />
      <TextField
        label={texts.confirmMinutes}
        description={texts.confirmMinutesHint}
        required
        {...number}
        {...field("confirm_minutes")}
      />
      <Switch
        label={texts.confirmRules}
        checked={values.confirm_rules}
        onChange={({ currentTarget }) => set({ confirm_rules: currentTarget.checked })}
      />
      <Switch
        label={texts.assistants}
        description={texts.assistantsHint}
        checked={values.assistants}
        onChange={({ currentTarget }) => set({ assistants: currentTarget.checked })}
      />
      {form.dirty && (
        <PolicyPreview body={PolicyForm.safeParse(values).success ? policyBody(values) : undefined} />
      )}
    </>
  );
};

/** How people sign in, and how long and from where they stay signed in; the ways to the sessions and the sign-ins. */
export const SecurityPage = () => {
  // Not cached: the form starts with the policy as the server has it now.
  const loaded = useRecord(findSecurityPolicy, {}, { failed: texts.fetchFailed, gcTime: 0 });
  return (
    <RecordPage
      title={texts.title}
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}
      back={{ ...CONFIGURATION, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(policy: Policy) => (
        <Stack gap="xl">
          <Tiles>
            <TileLink
              to="/configuration/security/sessions"
              title={texts.sessions}
              icon={<IconDevices size={20} stroke={1.6} />}
            >
              {texts.sessionsHint}
            </TileLink>
            <TileLink
              to="/configuration/security/sign-ins"
              title={texts.signIns}
              icon={<IconLogin2 size={20} stroke={1.6} />}
            >
              {texts.signInsHint}
            </TileLink>
          </Tiles>
          <SavedForm<PolicyValues, Policy>
            schema={PolicyForm}
            initialValues={policyValues(policy)}
            submit={texts.save}
            send={(values) => call(updateSecurityPolicy, { body: policyBody(values) })}
            success={texts.saved}
            failure={texts.saveFailed}
            fieldErrorsOnly
            onSuccess={(saved) => keepRecord(findSecurityPolicy, {}, saved)}
          >
            {(form) => <PolicyFields form={form} address={policy.your_address} />}
          </SavedForm>
        </Stack>
      )}
    </RecordPage>
  );
};
