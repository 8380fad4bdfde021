import { findRole, updateRole } from "@mcc/contract/roles/roles.api.ts";
import { NewRole, type Role } from "@mcc/contract/roles/roles.schema.ts";
import { TextField } from "@mcc/ui/fields.tsx";
import { useNavigate, useParams } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { EditForm } from "../../platform/records/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { invalidateRoles } from "./invalidate-roles.ts";
import { roleTexts as texts } from "./roles.texts.ts";

const confirmSave = () =>
  confirm({ title: texts.saveTitle, content: texts.saveQuestion, confirm: texts.save });

const EditRole = ({ role }: { role: Role }) => {
  const navigate = useNavigate();
  const send = async (body: NewRole) => {
    await saveRecord({
      send: () => call(updateRole, { params: { id: role.id }, body }),
      success: texts.updated,
      failure: texts.updateFailed,
      invalidate: invalidateRoles,
    });
    await navigate({ to: "/configuration/roles" });
  };
  return (
    <EditForm<NewRole>
      schema={NewRole}
      initialValues={{ name: role.name }}
      submit={texts.save}
      confirmSubmit={role.has_approval_rule ? confirmSave : undefined}
      send={send}
    >
      {({ field }) => <TextField label={texts.name} required {...field("name")} />}
    </EditForm>
  );
};

/** One role: its name. */
export const RolePage = () => {
  const { roleId: id = "" } = useParams({ strict: false });
  // Not cached: the form starts with the role as the server has it now.
  const loaded = useRecord(findRole, { params: { id } }, { failed: texts.fetchFailed, gcTime: 0 });
  const above = [
    { to: "/configuration", label: texts.configuration },
    { to: "/configuration/roles", label: texts.title },
  ] as const;
  return (
    <RecordPage
      title={texts.editTitle}
      breadcrumbs={breadcrumbs(above, texts.editTitle)}
      back={{ to: "/configuration/roles", label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(role) => <EditRole key={role.id} role={role} />}
    </RecordPage>
  );
};
