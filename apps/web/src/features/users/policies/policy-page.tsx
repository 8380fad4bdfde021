import { displayName } from "@mcc/contract/access/session.ts";
import { findUser } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { breadcrumbs } from "../../../platform/records/breadcrumbs.tsx";
import { useBack } from "../../../platform/records/edit-or-clone.ts";
import { EditForm } from "../../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../../platform/records/record-page.tsx";
import { useRecord } from "../../../platform/records/use-record.ts";
import { policyTexts as texts } from "./policies.texts.ts";
import { PolicyFields, PolicyForm, type PolicyValues } from "./policy-fields.tsx";
import { savePolicy } from "./save-policy.ts";

const valuesOf = ({ id, policy_sites = [] }: UserRow): PolicyValues => ({
  user: String(id),
  nodes: [],
  policy_sites: policy_sites.map((site) => String(site.id)),
});

const EditPolicy = ({ user: current }: { user: UserRow }) => {
  // As it was opened: a refetched policy would make someone else's change look like one to undo.
  const [user] = useState(current);
  const [initialValues] = useState(() => valuesOf(user));
  const back = useBack();
  const navigate = useNavigate();
  const send = async (values: PolicyValues) => {
    await savePolicy(user.id, values, { success: texts.updated, failure: texts.updateFailed });
    await navigate({ to: "/hierarchy/policies", search: back as never });
  };
  return (
    <EditForm<PolicyValues>
      schema={PolicyForm}
      initialValues={initialValues}
      isChanged={({ policy_sites }) => policy_sites.join() !== initialValues.policy_sites.join()}
      submit={texts.save}
      send={send}
    >
      {(form) => <PolicyFields form={form} user={user} />}
    </EditForm>
  );
};

/** The policy of one user: the sites it limits them to. */
export const PolicyPage = () => {
  const { id = "" } = useParams({ strict: false });
  const back = useBack();
  const ask = { params: { id }, query: { withSites: "true" } } as const;
  const loaded = useRecord(findUser, ask, { failed: texts.fetchFailed, gcTime: 0 });
  const toList = { to: "/hierarchy/policies", search: back } as const;
  const above = [
    { to: "/hierarchy", label: texts.hierarchy },
    { ...toList, label: texts.title },
  ] as const;
  return (
    <RecordPage
      title={loaded.record ? `${texts.editTitle}: ${displayName(loaded.record)}` : texts.editTitle}
      breadcrumbs={breadcrumbs(above, texts.editTitle)}
      back={{ ...toList, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(user) => <EditPolicy key={user.id} user={user} />}
    </RecordPage>
  );
};
