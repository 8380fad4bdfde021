import { Text } from "@mantine/core";
import { displayName, type SessionCompany } from "@mcc/contract/access/session.ts";
import { assignUserToSites, createUser } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useState } from "react";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { Wizard, WizardStep } from "../../platform/records/forms/wizard.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { refreshUsers } from "./refresh-users.ts";
import { useUserForm } from "./use-user-form.ts";
import { SitesField, UserFields } from "./user-fields.tsx";
import { newUser, type UserValues } from "./user-form.schema.ts";
import { userTexts as texts } from "./users.texts.ts";

interface StepProps {
  readonly company: SessionCompany;
  readonly onDone: () => void;
}

const Sites = z.object({ sites: z.array(z.number()) });
type SitesValues = { readonly sites: readonly number[] };

/** A failure is told and does not keep the dialog open: sites can be assigned on the page of the user too. */
const AssignSites = ({ user, onDone }: { user: UserRow; onDone: () => void }) => {
  const send = async ({ sites }: SitesValues) => {
    const sites_list = sites.map((site) => ({ site, is_admin: true }));
    await saveRecord({
      send: () => call(assignUserToSites, { body: { user: user.id, sites_list } }),
      success: texts.assigned,
      failure: texts.assignFailed,
      invalidate: refreshUsers,
    }).catch(() => {});
    onDone();
  };
  return (
    <WizardStep<SitesValues>
      title={texts.assignTitle}
      step={{ at: 2, of: 2 }}
      submit={texts.assignSubmit}
      cancel={texts.skip}
      schema={Sites}
      initialValues={{ sites: [] }}
      blocked={({ values }) => values.sites.length === 0}
      send={send}
    >
      {({ values, set, errors }) => (
        <>
          <Text size="sm" c="dimmed">
            {texts.sitesOf(displayName(user))}
          </Text>
          <SitesField picked={values.sites} onPick={(sites) => set({ sites })} error={errors.sites} />
        </>
      )}
    </WizardStep>
  );
};

const Steps = ({ company, onDone }: StepProps) => {
  const [created, setCreated] = useState<UserRow>();
  const { schema, bodyOf, prefixOf } = useUserForm(company, "create");
  const send = (values: UserValues) =>
    saveRecord({
      send: () => call(createUser, { body: bodyOf(values) }),
      success: texts.created,
      failure: texts.createFailed,
      fieldErrorsOnly: true,
      onSuccess: (user: UserRow) => (company.has_company_hierarchy ? onDone() : setCreated(user)),
      invalidate: refreshUsers,
    });
  if (created) return <AssignSites user={created} onDone={onDone} />;
  return (
    <WizardStep<UserValues>
      title={texts.createTitle}
      step={company.has_company_hierarchy ? undefined : { at: 1, of: 2 }}
      submit={texts.createSubmit}
      schema={schema}
      initialValues={newUser}
      send={send}
    >
      {(form) => <UserFields company={company} mode="create" form={form} prefixOf={prefixOf} />}
    </WizardStep>
  );
};

/** The dialog that creates a user and, in a company without a hierarchy, assigns sites to them. */
export const CreateUser = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { company } = useSessionUser();
  return (
    <Wizard opened={opened} onClose={onClose}>
      {company && <Steps company={company} onDone={onClose} />}
    </Wizard>
  );
};
