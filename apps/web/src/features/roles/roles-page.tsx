import { createRole, deleteRole, roles } from "@mcc/contract/roles/roles.api.ts";
import { roleMessages } from "@mcc/contract/roles/roles.messages.ts";
import { NewRole, type Role } from "@mcc/contract/roles/roles.schema.ts";
import { TextField } from "@mcc/ui/fields.tsx";
import { linkOptions } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { Page } from "../../platform/page/page.tsx";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/create-button.tsx";
import { CreateDialog } from "../../platform/records/create-dialog.tsx";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecords } from "../../platform/records/use-records.ts";
import { invalidateRoles } from "./invalidate-roles.ts";
import { deleteQuestion, roleTexts as texts } from "./roles.texts.ts";

const create = (body: NewRole): Promise<void> =>
  saveRecord({
    send: () => call(createRole, { body }),
    success: texts.created,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    invalidate: invalidateRoles,
  });

const askToDelete = ({ id, name }: Role): Promise<void> =>
  confirmDelete({
    key: ["delete-role", id],
    title: texts.deleteTitle,
    question: deleteQuestion(name),
    confirm: texts.delete,
    send: () => call(deleteRole, { params: { id } }),
    success: roleMessages.deleted,
    failure: texts.deleteFailed,
    invalidate: invalidateRoles,
  });

const Actions = ({ role }: { role: Role }) => (
  <RecordActions
    name={role.name}
    edit={linkOptions({ to: "/configuration/roles/$roleId", params: { roleId: String(role.id) } })}
    onDelete={() => askToDelete(role)}
  />
);

const columns = [
  { label: texts.name, sort: "name", cell: ({ name }: Role) => name },
  { label: texts.actions, narrow: true, cell: (role: Role) => <Actions role={role} /> },
];

const CreateRole = (dialog: { opened: boolean; onClose: () => void }) => (
  <CreateDialog<NewRole>
    {...dialog}
    title={texts.createTitle}
    submit={texts.createSubmit}
    schema={NewRole}
    initialValues={{ name: "" }}
    send={create}
  >
    {(field) => <TextField label={texts.name} required {...field("name")} />}
  </CreateDialog>
);

/** The roles of the company. */
export const RolesPage = () => (
  <Page
    title={texts.title}
    breadcrumbs={breadcrumbs([{ to: "/configuration", label: texts.configuration }], texts.title)}
    actions={<CreateButton label={texts.create}>{(dialog) => <CreateRole {...dialog} />}</CreateButton>}
  >
    <RecordTable
      label={texts.title}
      columns={columns}
      empty={texts.empty}
      {...useRecords(roles, { orderBy: "name", failed: texts.listFailed })}
    />
  </Page>
);
