import { Text } from "@mantine/core";
import { assignUsers } from "@mcc/contract/sites/site-records.api.ts";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { type StepNumber, WizardStep } from "../../platform/records/forms/wizard.tsx";
import { refreshSites } from "./refresh-sites.ts";
import { SiteUsersField } from "./site-users-field.tsx";
import { siteTexts as texts } from "./sites.texts.ts";

const Users = z.object({ users: z.array(z.number()) });
type UsersValues = { readonly users: number[] };

interface AssignUsersStepProps {
  readonly step: StepNumber;
  readonly site: { readonly id: number; readonly name: string };
  readonly onDone: () => void;
}

/** The third step of a new site: who can see it. */
export const AssignUsersStep = ({ step, site: { id, name }, onDone }: AssignUsersStepProps) => {
  const send = async ({ users }: UsersValues) => {
    await saveRecord({
      send: () => call(assignUsers, { params: { id }, body: { users } }),
      success: texts.assigned,
      failure: texts.assignFailed,
      invalidate: refreshSites,
    });
    onDone();
  };
  return (
    <WizardStep<UsersValues>
      title={texts.assignTitle}
      step={step}
      submit={texts.saveUsers}
      cancel={texts.skip}
      schema={Users}
      initialValues={{ users: [] }}
      blocked={({ values }) => values.users.length === 0}
      send={send}
    >
      {({ values, set, errors }) => (
        <>
          <Text size="sm" c="dimmed">
            {texts.usersOf(name)}
          </Text>
          <SiteUsersField
            picked={values.users}
            onPick={(users) => set({ users: [...users] })}
            error={errors.users}
          />
        </>
      )}
    </WizardStep>
  );
};
